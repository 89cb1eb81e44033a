/** The Dockerfile runs what the image runs: the same program, as the same user, with the same settings. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { imageConfig } from '../../scripts/production/image/oci.ts';

/** The instructions of the last stage. */
const lines =
  readFileSync('deploy/Dockerfile', 'utf8')
    .split(/^FROM .*$/m)
    .at(-1)
    ?.split('\n') ?? [];
const one = (instruction: string): string =>
  lines.find((line) => line.startsWith(`${instruction} `))?.slice(instruction.length + 1) ?? '';

test('who runs what, where, and how it is asked whether it is well', () => {
  expect(one('USER')).toBe(imageConfig.User);
  expect(JSON.parse(one('ENTRYPOINT'))).toEqual(imageConfig.Entrypoint);
  expect(JSON.parse(one('CMD'))).toEqual(imageConfig.Cmd);
  expect(one('WORKDIR')).toBe(imageConfig.WorkingDir);
  expect(one('STOPSIGNAL')).toBe(imageConfig.StopSignal);
  expect([one('EXPOSE')]).toEqual(Object.keys(imageConfig.ExposedPorts));
  expect([one('VOLUME')]).toEqual(Object.keys(imageConfig.Volumes));
  // Where programs are found is the other system's own.
  expect(one('ENV').split(' ')).toEqual(imageConfig.Env.filter((setting) => !setting.startsWith('PATH=')));
  const [options = '', command = ''] = one('HEALTHCHECK').split(' CMD ');
  const [kind, ...words] = imageConfig.Healthcheck.Test;
  expect([kind, ...JSON.parse(command)]).toEqual(['CMD', ...words]);
  const seconds = (name: string) => Number(new RegExp(`--${name}=(\\d+)s`).exec(options)?.[1]) * 1e9;
  const { Interval, Timeout, StartPeriod } = imageConfig.Healthcheck;
  expect([seconds('interval'), seconds('timeout'), seconds('start-period')]).toEqual([
    Interval,
    Timeout,
    StartPeriod,
  ]);
});
