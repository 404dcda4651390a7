/**
 * How the triggers are doing, for people who ask while the server runs: a small file beside their logs.
 * A server that has died says nothing, so what is told has a time.
 */
import { join } from 'node:path'
import { logFolder } from './trigger-log.js'
import { readTriggersFile, replaceFile } from './triggers-file.js'

export interface TriggerStatus {
  readonly atMs: number
  /** Why the file as it is now is not what the server goes by. */
  readonly faults: readonly string[]
  /** By the name of the trigger. */
  readonly triggers: Readonly<Record<string, string>>
}

function statusFile(triggersFile: string): string {
  return join(logFolder(triggersFile), 'status.json')
}

export async function writeStatus(triggersFile: string, status: TriggerStatus): Promise<void> {
  await replaceFile(statusFile(triggersFile), JSON.stringify(status))
}

/** Undefined when no server has ever told, or when it cannot be read. */
export async function readStatus(triggersFile: string): Promise<TriggerStatus | undefined> {
  try {
    const text = await readTriggersFile(statusFile(triggersFile))
    return text === undefined ? undefined : (JSON.parse(text) as TriggerStatus)
  } catch {
    return undefined
  }
}
