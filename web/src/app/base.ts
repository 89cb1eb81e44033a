/** Where the service is: the folder above that of this script, so that the pages work under any path of a proxy. */

const scriptFolder = new URL(/* @vite-ignore */ '.', import.meta.url);

/** Ends with a slash. While developing, scripts are not in a folder of assets, and the service is at the root. */
export const baseUrl: URL = scriptFolder.pathname.endsWith('/assets/')
  ? new URL('..', scriptFolder)
  : new URL('/', location.href);

/** The URL of something of the service: `serviceUrl('graphql')`. */
export const serviceUrl = (path: string): string => new URL(path, baseUrl).href;
