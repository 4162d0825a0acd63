import { enableCompileCache } from 'node:module';

// First of all: what is imported from here on is compiled once and cached.
enableCompileCache();
const { runCommandLine } = await import('./cli/command-line.ts');
process.exitCode = await runCommandLine(process.argv.slice(2));
