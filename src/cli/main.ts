#!/usr/bin/env node
/**
 * The command line. Exits with 0 if all went well, 1 if the command failed, and 2 if it was used
 * wrongly; the reason is one sentence on stderr.
 */
import module from 'node:module'
import { loadCommands, requireCommand } from './commands.js'
import { UsageError } from './usage-error.js'

cacheCompiledCode()
run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`gramme: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(error instanceof UsageError ? 2 : 1)
})

/** Node 22 and later can keep compiled code from start to start, in the system's folder for such files. */
function cacheCompiledCode(): void {
  const { enableCompileCache } = module as { readonly enableCompileCache?: () => unknown }
  enableCompileCache?.()
}

async function run(args: readonly string[]): Promise<void> {
  const [word = 'help', ...rest] = args
  if (word === 'help' || isHelpFlag(word)) return printHelp(rest)
  if (word === '--version' || word === '-v') return run(['version'])
  if (word.startsWith('-')) {
    throw new UsageError(`Options follow a command, as in gramme start ${word}; see gramme help.`)
  }
  if (rest.some(isHelpFlag)) return printHelp([word])
  const command = await requireCommand(word)
  await command.run(rest, process.env)
}

function isHelpFlag(word: string): boolean {
  return word === '--help' || word === '-h'
}

async function printHelp(words: readonly string[]): Promise<void> {
  const [name, extra] = words.filter((word) => !isHelpFlag(word))
  if (extra !== undefined)
    throw new UsageError(`gramme help takes one command, not '${extra}' too.`)
  const { commandHelpText, helpText } = await import('./help.js')
  if (name !== undefined) process.stdout.write(commandHelpText(await requireCommand(name)))
  else process.stdout.write(helpText(await loadCommands()))
}
