/** Server-sent events as a client of the API reads them. */

/** The events of a stream with their data, as they come. Whoever stops reading gives the connection up. */
export async function* eventsOf(response: Response): AsyncGenerator<{ event: string; data: unknown }> {
  if (response.body === null) throw new Error('the answer has no body');
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const event = /^event: ?(.*)$/m.exec(part)?.[1];
      const data = /^data: ?(.*)$/m.exec(part)?.[1] ?? '';
      if (event !== undefined) yield { event, data: data === '' ? null : JSON.parse(data) };
    }
  }
}
