/** An answer but for what differs each time, so that two of them can be compared. */
export const withoutMoments = (text: string): string =>
  text
    // In a tool's answer the quotes are within a text.
    .replaceAll(/"requestId\\?":\\?"[^"]*"/g, '')
    .replaceAll(/as_of: [\d:TZ-]+/g, '')
    .replaceAll(/"asOf":"[^"]*"/g, '')
    .replaceAll(/"units":\d+/g, '')
    .replaceAll(/(wal|cpty)_[\w-]+/g, '$1_');
