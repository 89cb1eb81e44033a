/** Imported before another program: at its end the most memory that it had, in KiB, is the last line of stderr. */
import { writeSync } from 'node:fs';

process.on('exit', () => {
  writeSync(2, `\npeak ${process.resourceUsage().maxRSS}\n`);
});
