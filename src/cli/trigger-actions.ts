/** What the actions of `gramme trigger` do with the triggers file. */
import { readFile, rm } from 'node:fs/promises'
import { triggerStatusIntervalMs } from '../functions/limits.js'
import { logFileOf, olderLogFile } from '../functions/trigger-log.js'
import { readStatus } from '../functions/trigger-status.js'
import { readTriggersFile, replaceFile } from '../functions/triggers-file.js'
import { readSettings } from '../triggers/read-triggers.js'
import type { TriggerSettings } from '../triggers/trigger-settings.js'
import type { TriggerCommand } from './commands/trigger-arguments.js'
import { printRows } from './print-rows.js'
import { UsageError } from './usage-error.js'

export const triggerActions: Readonly<
  Record<TriggerCommand['action'], (command: TriggerCommand) => Promise<void>>
> = { add, list, remove, logs }

async function add({ name, file, settings }: TriggerCommand): Promise<void> {
  const before = await settingsIn(file)
  if (before.some((each) => each.Name === name)) {
    throw new UsageError(`There already is a trigger ${name}; remove it first.`)
  }
  const text = textOf([...before, settings])
  const read = readSettings(text)
  if ('faults' in read) throw new UsageError(read.faults.join('\n'))
  await replaceFile(file, text)
  print(`Added ${name} to ${file}.`)
}

async function remove({ name, file }: TriggerCommand): Promise<void> {
  const before = await settingsIn(file)
  const after = before.filter((each) => each.Name !== name)
  if (after.length === before.length) throw new UsageError(`${file} names no trigger ${name}.`)
  await replaceFile(file, textOf(after))
  const log = logFileOf(file, name)
  await Promise.all([log, olderLogFile(log)].map((each) => rm(each, { force: true })))
  print(`Removed ${name} from ${file}.`)
}

async function list({ file }: TriggerCommand): Promise<void> {
  const settings = await settingsIn(file)
  if (settings.length === 0) return print(`${file} names no triggers.`)
  const status = await readStatus(file)
  const isFresh = status !== undefined && Date.now() < status.atMs + 3 * triggerStatusIntervalMs
  const rows = settings.map((each) => [
    each.Name,
    each.Table ?? each.EventSourceArn ?? '',
    each.Module ?? each.Url ?? '',
    (isFresh ? status.triggers[each.Name] : undefined) ?? 'no server runs it',
  ])
  printRows([['NAME', 'SOURCE', 'HANDLER', 'STATE'], ...rows])
}

async function logs({ name, file }: TriggerCommand): Promise<void> {
  const log = logFileOf(file, name)
  const texts = await Promise.all(
    [olderLogFile(log), log].map((each) => readFile(each, 'utf8').catch(() => '')),
  )
  const isKnown = (await settingsIn(file)).some((each) => each.Name === name)
  if (!isKnown) throw new UsageError(`${file} names no trigger ${name}.`)
  process.stdout.write(texts.join(''))
}

/** Throws if the file has faults: rewriting it would lose something. */
async function settingsIn(file: string): Promise<readonly TriggerSettings[]> {
  const text = await readTriggersFile(file)
  if (text === undefined) return []
  const read = readSettings(text)
  if ('faults' in read) throw new Error(`${file} has faults:\n${read.faults.join('\n')}`)
  return read
}

function textOf(Triggers: readonly TriggerSettings[]): string {
  return `${JSON.stringify({ Triggers }, null, 2)}\n`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
