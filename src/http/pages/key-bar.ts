/**
 * The bar on top of both pages, with our name and the one field for the API key. Every request of the page carries what it holds, unless
 * a header says otherwise. A key is kept for as long as the browser's tab is open. A link may bring key and wallet behind `#`, which no
 * browser sends to a server (`/graphql#key=wdk_…&wallet=0x…`); they are taken out of the address at once.
 */
import { exampleAddress } from '../../rest/parameters.ts';

export const keyBarStyle = `
      /* Until the page's own script has drawn it: no white where the reader has it dark. */
      :root:has(#root:empty) { color-scheme: light dark; }
      body { margin: 0; display: flex; flex-direction: column; height: 100vh; }
      #key-bar { display: flex; flex-wrap: wrap; gap: 6px 16px; align-items: center; padding: 8px 16px; margin: 0;
        font: 15px/1.4 system-ui, sans-serif; background: #17202e; color: #f2f5f9; }
      #key-bar strong { margin-right: auto; }
      #key-bar a { color: #a9c9ff; }
      #key-bar input { width: 16em; max-width: 55vw; padding: 5px 8px; border: 1px solid #55657d; border-radius: 4px;
        font: inherit; background: #fff; color: #17202e; }
      .is-framed #key-bar strong, .is-framed #key-bar a { display: none; }
      #root { flex: 1; min-height: 0; }`;

/** `other`: the page beside this one, by its name; the script makes a link of it. */
export const keyBarHtml = (other: { page: string; name: string }): string => `
    <form id="key-bar">
      <strong>Wallet data</strong>
      <a data-page="docs/guide">Guide</a>
      <a data-page="${other.page}">${other.name}</a>
      <label>API key <input id="api-key" type="password" autocomplete="off" spellcheck="false" placeholder="wdk_…"></label>
    </form>`;

/** To run before the page's own scripts. Leaves \`walletData.exampleIn(text)\`, which puts the known wallet into examples. */
export const keyBarScript = `
const walletData = (() => {
  // Inside the pages for people, which have the name and the ways themselves.
  document.documentElement.classList.toggle('is-framed', self !== top);
  // From the script's folder: the page's own address may end with a slash, or not.
  for (const link of document.querySelectorAll('#key-bar a'))
    link.href = new URL('../../' + link.dataset.page, document.currentScript.src).href;
  const field = document.querySelector('#api-key');
  const given = new URLSearchParams(location.hash.slice(1));
  const keep = (name, value) => { try { sessionStorage.setItem('wallet-data:' + name, value); } catch {} };
  const kept = (name) => { try { return sessionStorage.getItem('wallet-data:' + name) ?? ''; } catch { return ''; } };
  if (given.has('key')) {
    keep('key', given.get('key'));
    if (/^0x[0-9a-f]{40}$/i.test(given.get('wallet') ?? '')) keep('wallet', given.get('wallet'));
    history.replaceState(null, '', location.pathname + location.search);
  }
  field.value = kept('key');
  field.addEventListener('input', () => keep('key', field.value.trim()));
  document.querySelector('#key-bar').addEventListener('submit', (event) => event.preventDefault());
  const isOurs = ({ origin, pathname }) =>
    origin === location.origin && /\\/graphql\\/?$|\\/(wallet|admin|account|auth)\\//.test(pathname);
  const send = window.fetch;
  window.fetch = (input, options = {}) => {
    const isRequest = input instanceof Request;
    const headers = new Headers(options.headers ?? (isRequest ? input.headers : undefined));
    const hasKey = headers.get('x-api-key') || headers.has('authorization');
    const key = field.value.trim();
    if (hasKey || !isOurs(new URL(isRequest ? input.url : input, location.href))) return send(input, options);
    // Without a key, whoever has signed in asks.
    if (key === '') headers.set('X-WD-CSRF', '1');
    else headers.set('X-API-KEY', key);
    return send(input, { ...options, headers });
  };
  const wallet = kept('wallet');
  return { exampleIn: (text) => (wallet === '' ? text : text.replaceAll('${exampleAddress}', wallet)) };
})();
`;
