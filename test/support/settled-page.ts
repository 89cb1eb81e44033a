/** When a page of ours has shown all that it loads. */
import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';

/** A stream stays open for as long as its page. */
const isStream = (request: Request): boolean =>
  request.headers().accept?.includes('text/event-stream') === true;

/** Of these the browser may not tell the end: the script of a worker that runs already, and what went with the frame that asked for it. */
function isOver(request: Request, page: Page): boolean {
  // The first request of a frame has none yet.
  if (request.isNavigationRequest()) return false;
  return request.frame().isDetached() || page.workers().some((worker) => worker.url() === request.url());
}

/** Frames in which what an answer brought is drawn, and asks for more. */
const drawn = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/**
 * To be called before the page opens anything. Answers what waits until the page has its heading, no answer is under way, and no
 * place is held for one: each of these alone is true for a moment in between, too.
 */
export function watchLoading(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  page.on('request', (request) => {
    if (!isStream(request)) underWay.add(request);
  });
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  return async () => {
    await page.locator('h1').first().waitFor();
    await expect
      .poll(async () => {
        await page.evaluate(drawn);
        const places = await page.locator('.skeleton').count();
        const asked = [...underWay]
          .filter((request) => !isOver(request, page))
          .map((request) => request.url());
        return [...asked, ...Array<string>(places).fill('a place held')];
      })
      .toEqual([]);
  };
}
