/**
 * What the files of triggers tell: their settings, the status that the server which runs them writes, their
 * logs and dead letters. Servers that share a database share the file, but logs are where the triggers run.
 */
import { streamArn, tableArn, type Scope } from '../model/arn.js'
import type { Clock } from '../stdx/clock.js'
import { iteratorAgeMs } from '../triggers/iterator-age.js'
import { readTriggers } from '../triggers/read-triggers.js'
import type { StreamSource } from '../triggers/stream-source.js'
import type {
  DeadLetterMessage,
  Tail,
  TriggerReport,
  TriggerReports,
  TriggersReport,
} from '../triggers/trigger-reports.js'
import type { Followed, TriggerPositions } from '../triggers/trigger-positions.js'
import type { Trigger } from '../triggers/trigger.js'
import { deadLetterBytesShownMax, triggerLogBytesMax, triggerStatusIntervalMs } from './limits.js'
import { readTail } from './read-tail.js'
import { placedIn } from './trigger-host.js'
import { logFileOf, olderLogFile } from './trigger-log.js'
import { readStatus, type TriggerStatus } from './trigger-status.js'
import { readTriggersFile } from './triggers-file.js'

export interface TriggerFilesDependencies {
  readonly file: string
  /** Where all tables are, if regions and accounts are not told apart. */
  readonly scope?: Scope | undefined
  readonly source: StreamSource
  /** Only read. */
  readonly positions: TriggerPositions
  readonly clock: Clock
}

export class TriggerFiles implements TriggerReports {
  readonly #dependencies: TriggerFilesDependencies

  constructor(dependencies: TriggerFilesDependencies) {
    this.#dependencies = dependencies
  }

  async list(scope: Scope): Promise<TriggersReport> {
    const { triggers, faults } = await this.#read()
    const status = await readStatus(this.#dependencies.file)
    const own = triggers.filter(({ table }) => isIn(scope, table))
    return {
      triggers: await Promise.all(own.map((trigger) => this.#report(trigger, status))),
      faults,
      atMs: status?.atMs,
    }
  }

  async log(scope: Scope, name: string, linesMax: number): Promise<Tail<string> | undefined> {
    if ((await this.#find(scope, name)) === undefined) return undefined
    const file = logFileOf(this.#dependencies.file, name)
    const limits = { linesMax, bytesMax: 2 * triggerLogBytesMax }
    return readTail([olderLogFile(file), file], limits)
  }

  async deadLetters(
    scope: Scope,
    name: string,
    lettersMax: number,
  ): Promise<Tail<DeadLetterMessage> | undefined> {
    const trigger = await this.#find(scope, name)
    if (trigger === undefined) return undefined
    if (trigger.deadLetterFile === undefined) return { entries: [], hasEarlier: false }
    const limits = { linesMax: lettersMax, bytesMax: deadLetterBytesShownMax }
    const { entries, hasEarlier } = await readTail([trigger.deadLetterFile], limits)
    return { entries: entries.flatMap(messageIn), hasEarlier }
  }

  async #find(scope: Scope, name: string): Promise<Trigger | undefined> {
    const { triggers } = await this.#read()
    return triggers.find((trigger) => trigger.name === name && isIn(scope, trigger.table))
  }

  async #read(): Promise<ReturnType<typeof readTriggers>> {
    const { file, scope } = this.#dependencies
    const text = await readTriggersFile(file)
    if (text === undefined) return { triggers: [], faults: [] }
    const { triggers, faults } = readTriggers(text, file)
    if (scope === undefined) return { triggers, faults }
    return { triggers: triggers.map((trigger) => placedIn(scope, trigger)), faults }
  }

  async #report(trigger: Trigger, status: TriggerStatus | undefined): Promise<TriggerReport> {
    const { name, handler, enabled, batchSize, deadLetterFile, table } = trigger
    const followed = await this.#dependencies.positions.followedBy(name)
    const [state, lastError] = this.#stateOf(name, status)
    return {
      name,
      tableName: table.tableName,
      streamArn:
        followed && streamArn(tableArn(followed.table, followed.table.tableName), followed.label),
      handler: handler.kind === 'module' ? handler.path : handler.url,
      enabled,
      state,
      lastError,
      iteratorAgeMs: await this.#age(name, followed),
      batchSize,
      hasDeadLetterFile: deadLetterFile !== undefined,
    }
  }

  /** A state that is old was written by a server that is gone. */
  #stateOf(name: string, status: TriggerStatus | undefined): readonly [string, string?] {
    const nowMs = this.#dependencies.clock.now()
    const isFresh = status !== undefined && nowMs < status.atMs + 3 * triggerStatusIntervalMs
    const text = isFresh ? status.triggers[name] : undefined
    if (text === undefined) return ['no server runs it']
    const at = text.indexOf(', fails: ')
    return at < 0 ? [text] : [text.slice(0, at), text.slice(at + ', fails: '.length)]
  }

  async #age(name: string, followed: Followed | undefined): Promise<number | undefined> {
    if (followed === undefined) return undefined
    const { source, positions, clock } = this.#dependencies
    const streams = await source.streams(followed.table)
    const stream = streams?.find(({ label }) => label === followed.label)
    if (stream === undefined) return undefined
    const known = await positions.inStream(name, followed.label)
    return iteratorAgeMs(source, stream, known, clock.now())
  }
}

function isIn({ account, region }: Scope, table: Scope): boolean {
  return table.account === account && table.region === region
}

/** A line that a crash has cut off says nothing. */
function messageIn(line: string): readonly DeadLetterMessage[] {
  try {
    return [JSON.parse(line) as DeadLetterMessage]
  } catch {
    return []
  }
}
