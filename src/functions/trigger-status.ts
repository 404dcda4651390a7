/**
 * The state of the triggers, for people who ask while the server runs: a small file beside their
 * logs. A dead server cannot update it, so it contains a time.
 */
import { join } from 'node:path'
import { logFolder } from './trigger-log.js'
import { readTriggersFile, replaceFile } from './triggers-file.js'

export interface TriggerStatus {
  readonly atMs: number
  /** Why the current file is not in use. */
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

/** Undefined if no server has written it yet, or if it cannot be read. */
export async function readStatus(triggersFile: string): Promise<TriggerStatus | undefined> {
  try {
    const text = await readTriggersFile(statusFile(triggersFile))
    return text === undefined ? undefined : (JSON.parse(text) as TriggerStatus)
  } catch {
    return undefined
  }
}
