import { findOwnImportsFast } from './lib/own-imports.ts';

findOwnImportsFast();
const { runCommandLine } = await import('./cli/command-line.ts');
process.exitCode = await runCommandLine(process.argv.slice(2));
