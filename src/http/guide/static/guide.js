/** The search of the guide: reads what is to be searched when the field is used first, and looks for all words in a section. */

const search = document.querySelector('#search');
const field = document.querySelector('#search-field');
const state = document.querySelector('#search-state');
const list = document.querySelector('#search-results');
const up = search.dataset.up;
const mostResults = 12;
let sections = null;
let reading = null;

const read = () => {
  reading ??= fetch(`${up}files/search.json`)
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(String(answer.status)))))
    .then((found) => {
      sections = found.map(([page, title, heading, anchor, text]) => ({
        ...{ page, title, heading, anchor, text },
        head: `${title} ${heading}`.toLowerCase(),
        all: `${title} ${heading} ${text}`.toLowerCase(),
      }));
    })
    .catch((error) => {
      reading = null;
      throw error;
    });
  return reading;
};

/** Sections that have all words; those with the words in their heading first. */
const find = (words) =>
  sections
    .filter(({ all }) => words.every((word) => all.includes(word)))
    .map((section) => ({ section, hits: words.filter((word) => section.head.includes(word)).length }))
    .sort((one, other) => other.hits - one.hits)
    .slice(0, mostResults)
    .map(({ section }) => section);

const excerpt = ({ text }, words) => {
  const low = text.toLowerCase();
  const places = words.map((word) => low.indexOf(word)).filter((place) => place >= 0);
  const near = Math.max(0, (places.length === 0 ? 0 : Math.min(...places)) - 50);
  // From the beginning of a word.
  const from = near === 0 ? 0 : text.indexOf(' ', near) + 1;
  return `${from > 0 ? '… ' : ''}${text.slice(from, from + 160)}${text.length > from + 160 ? ' …' : ''}`;
};

const element = (name, text) => {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
};

const close = () => {
  list.hidden = true;
  list.replaceChildren();
  state.textContent = '';
};

const open = (...contents) => {
  list.replaceChildren(
    ...contents.map((content) => {
      const item = document.createElement('li');
      item.append(content);
      return item;
    }),
  );
  list.hidden = false;
};

const linkTo = (section, words) => {
  const link = document.createElement('a');
  link.href = `${up}${section.page}${section.anchor === '' ? '' : `#${section.anchor}`}`;
  const isPage = section.heading === section.title;
  link.append(
    element('strong', isPage ? section.title : `${section.title} › ${section.heading}`),
    element('span', excerpt(section, words)),
  );
  return link;
};

const typedWords = () =>
  field.value
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 8);

const show = async () => {
  try {
    await read();
  } catch {
    open(element('p', 'The search could not be read. Type again to try again.'));
    return;
  }
  // What is typed now: more may have come while it was read.
  const words = typedWords();
  if (words.length === 0) return close();
  const found = find(words);
  state.textContent = found.length === 0 ? 'Nothing found' : `${found.length} sections found`;
  if (found.length === 0) open(element('p', 'No section has all of these words.'));
  else open(...found.map((section) => linkTo(section, words)));
};

search.hidden = false;
field.addEventListener('input', show);
field.addEventListener('focus', () => {
  read().catch(() => {});
});
list.addEventListener('click', (event) => {
  if (event.target.closest('a') !== null) close();
});
addEventListener('click', (event) => {
  if (!search.contains(event.target)) close();
});
const step = (event, from) => {
  const links = [...list.querySelectorAll('a')];
  const next = links[links.indexOf(from) + (event.key === 'ArrowDown' ? 1 : -1)];
  event.preventDefault();
  (next ?? (event.key === 'ArrowUp' ? field : links.at(-1)) ?? field).focus();
};
search.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    close();
    field.focus();
  } else if (event.key === 'ArrowDown' || (event.key === 'ArrowUp' && event.target !== field)) {
    step(event, event.target);
  }
});
addEventListener('keydown', (event) => {
  const isTyping =
    event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
});
