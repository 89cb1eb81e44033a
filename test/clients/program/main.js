import { run } from './run.js';

console.log(JSON.stringify(await run(JSON.parse(process.argv[2]))));
