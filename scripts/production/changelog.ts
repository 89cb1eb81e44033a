/**
 * What CHANGELOG.md says of a version, for whoever releases it; fails when it is not ready to be released.
 *
 *     npm run changelog -- 1.3
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiVersion } from '../../src/http/api-version.ts';

interface Section {
  /** `1.3`; null: not released yet. */
  readonly version: string | null;
  /** As the heading has it. */
  readonly date: string | null;
  readonly text: string;
}

/** Its sections, newest first. @throws Error that names the heading which is not of the form, or not in its place. */
export function readChangelog(text: string): Section[] {
  const sections = text
    .split(/^## /m)
    .slice(1)
    .map((part): Section => {
      const end = part.indexOf('\n');
      const heading = part.slice(0, end);
      const [, version, date] = /^(\d+\.\d+) - (\d{4}-\d\d-\d\d)$/.exec(heading) ?? [];
      if (heading !== 'Unreleased' && (version === undefined || date === undefined)) {
        throw new Error(
          `## ${heading}: 'Unreleased', or a version and its day ('1.3 - 2026-11-23'), is expected`,
        );
      }
      return { version: version ?? null, date: date ?? null, text: part.slice(end).trim() };
    });
  const misplaced = sections.find((section, index) => index > 0 && !isBefore(section, sections[index - 1]));
  if (misplaced !== undefined) throw new Error(`## ${misplaced.version ?? 'Unreleased'} is not in its place`);
  return sections;
}

/** Whether it may stand below the other one: it is the version before, and not younger. */
function isBefore(section: Section, above: Section | undefined): boolean {
  if (section.version === null || section.date === null) return false;
  if (above?.version === undefined || above.version === null) return true;
  const [major = 0, minor = 0] = section.version.split('.').map(Number);
  const next = [`${major}.${minor + 1}`, `${major + 1}.0`];
  return next.includes(above.version) && section.date <= (above.date ?? '');
}

/** @param wanted with or without a `v`. @throws Error that says what is missing. */
export function notesOf(text: string, wanted: string, api: string): string {
  const version = wanted.replace(/^v/, '');
  const [newest] = readChangelog(text);
  if (newest?.version === null)
    throw new Error(`Give what is Unreleased its version and day: ## ${version} - …`);
  if (newest?.version !== version)
    throw new Error(`The newest version in CHANGELOG.md is ${newest?.version}, not ${version}`);
  if (version !== api) throw new Error(`The APIs say that they are ${api}, not ${version}`);
  if (newest.text === '') throw new Error(`Nothing stands under ${version}`);
  return newest.text;
}

if (import.meta.main) {
  const [, , wanted] = process.argv;
  if (wanted === undefined) throw new Error('Which version? npm run changelog -- 1.3');
  const file = join(import.meta.dirname, '..', '..', 'CHANGELOG.md');
  console.log(notesOf(readFileSync(file, 'utf8'), wanted, apiVersion));
}
