#!/usr/bin/env node
/**
 * The command line. Exits with 0 when all went well, 1 when the server cannot start, and 2 when the
 * command was not given as it must be; the reason is one sentence on stderr.
 */
import { readCommandLine } from './command-line.js'
import { readServerOptions } from './options.js'
import { UsageError } from './usage-error.js'

try {
  await run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`gramme: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(error instanceof UsageError ? 2 : 1)
}

/** Each command loads what it needs, so that help and version answer at once. */
async function run(args: readonly string[]): Promise<void> {
  const { command, flags } = readCommandLine(args)
  switch (command) {
    case 'help':
      process.stdout.write((await import('./help.js')).helpText())
      return
    case 'version':
      process.stdout.write(`${(await import('../server/version.js')).readVersion()}\n`)
      return
    case 'verify':
      await (await import('./verify.js')).verify(readServerOptions(flags, process.env))
      return
    case 'copy':
      await (await import('./copy.js')).copy(flags, process.env)
      return
    case 'start':
      await (await import('./start.js')).start(readServerOptions(flags, process.env))
  }
}
