#!/usr/bin/env node
import { runCli } from './program.js';
import { flush } from './terminal.js';

const status = await runCli(process.argv);
await flush();
// Native libraries may keep threads alive; nothing of ours runs any more.
process.exit(status);
