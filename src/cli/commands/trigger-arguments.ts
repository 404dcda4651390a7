/**
 * The words and flags of `gramme trigger`. A flag is named after the setting that it sets, which is
 * named after Lambda's; which values are allowed is known where the file is read.
 */
import { join, resolve } from 'node:path'
import { flagOf, variableOf } from '../../server/option-flags.js'
import { optionTable } from '../../server/option-table.js'
import type { TriggerSettings } from '../../triggers/trigger-settings.js'
import { readArguments, textOf, type Environment, type Flag, type GivenFlags } from '../flags.js'
import { serverFlags } from '../server-options.js'
import { UsageError } from '../usage-error.js'

const actions = ['add', 'list', 'remove', 'logs'] as const

export interface TriggerCommand {
  readonly action: (typeof actions)[number]
  /** Of `add`, `remove` and `logs`. */
  readonly name: string
  /** The triggers file. */
  readonly file: string
  /** Of `add`. */
  readonly settings: TriggerSettings
}

type Given = readonly (string | true)[]

interface SettingFlag extends Flag {
  readonly setting: string
  /** From the values that were given to that of the setting. */
  readonly read: (given: Given) => unknown
}

/** Flags of `add`, each with its setting. */
const settingFlags: readonly SettingFlag[] = [
  setting('table <name>', 'Table', 'table whose changes are delivered'),
  setting('region <name>', 'Region', 'region of the table'),
  setting('account <digits>', 'Account', 'account of the table'),
  setting('event-source-arn <arn>', 'EventSourceArn', 'stream, instead of the table'),
  setting('module <path>', 'Module', 'JavaScript module with the handler', path),
  setting('export <name>', 'Export', 'export that is the handler'),
  setting('url <address>', 'Url', 'HTTP endpoint, instead of a module'),
  setting('starting-position <position>', 'StartingPosition', 'TRIM_HORIZON or LATEST'),
  setting('batch-size <number>', 'BatchSize', 'records in a batch at most', number),
  setting(
    'maximum-batching-window-in-seconds <number>',
    'MaximumBatchingWindowInSeconds',
    'how long to wait for a full batch',
    number,
  ),
  setting('filter <pattern>', 'FilterCriteria', 'records to deliver; may be repeated', filters),
  setting(
    'parallelization-factor <number>',
    'ParallelizationFactor',
    'batches of a shard at a time',
    number,
  ),
  setting(
    'maximum-retry-attempts <number>',
    'MaximumRetryAttempts',
    'retries of a failed batch; -1 for no limit',
    number,
  ),
  setting(
    'maximum-record-age-in-seconds <number>',
    'MaximumRecordAgeInSeconds',
    'age at which records are given up; -1 for no limit',
    number,
  ),
  setting(
    'bisect-batch-on-function-error',
    'BisectBatchOnFunctionError',
    'retry a failed batch in halves',
    () => true,
  ),
  setting(
    'report-batch-item-failures',
    'FunctionResponseTypes',
    'the handler reports which records failed',
    () => ['ReportBatchItemFailures'],
  ),
  setting(
    'dead-letter-file <path>',
    'DestinationConfig',
    'file for batches that were given up',
    (given) => ({ OnFailure: { Destination: path(given) } }),
  ),
  setting('timeout <seconds>', 'Timeout', 'how long a call may take', number),
  setting('memory-size <MB>', 'MemorySize', 'memory of the handler', number),
  setting(
    'reserved-concurrent-executions <number>',
    'ReservedConcurrentExecutions',
    'calls at a time',
    number,
  ),
  setting('env <NAME=value>', 'Environment', 'variable of the handler; may be repeated', variables),
  setting('disabled', 'Enabled', 'add it without running it', () => false),
]

const fileFlags = serverFlags(['triggers', 'dataDir'])

export const triggerFlags: readonly Flag[] = [...fileFlags, ...settingFlags]

export function readTriggerArguments(
  args: readonly string[],
  environment: Environment,
): TriggerCommand {
  const { flags, words } = readArguments({ name: 'trigger', flags: triggerFlags }, args)
  const [word, name = '', extra] = words
  const action = actions.find((each) => each === word)
  if (action === undefined) {
    throw new UsageError('gramme trigger needs one of add, list, remove or logs.')
  }
  const wantsName = action !== 'list'
  if (wantsName !== (name !== '') || extra !== undefined) {
    throw new UsageError(`gramme trigger ${action} takes ${wantsName ? 'one name' : 'no name'}.`)
  }
  const forAdd = settingFlags.find(({ flag }) => flags.has(flag))
  if (action !== 'add' && forAdd !== undefined) {
    throw new UsageError(`gramme trigger ${action} takes no --${forAdd.flag}.`)
  }
  return { action, name, file: fileOf(flags, environment), settings: settingsOf(name, flags) }
}

function fileOf(flags: GivenFlags, environment: Environment): string {
  const given = (name: 'triggers' | 'dataDir') => {
    const text = textOf(flags, flagOf(name)) ?? environment[variableOf(name)]
    return text === '' ? undefined : text
  }
  const folder = given('dataDir') ?? optionTable.dataDir.default!
  return resolve(given('triggers') ?? join(folder, 'triggers.json'))
}

/** Only what was given, so that defaults stay where they are. */
function settingsOf(Name: string, flags: GivenFlags): TriggerSettings {
  const given = settingFlags.flatMap(({ flag, setting, read }) => {
    const values = flags.get(flag)
    return values === undefined ? [] : [[setting, read(values)] as const]
  })
  return { Name, ...Object.fromEntries(given) }
}

/** `shown` is the flag as the help shows it: `batch-size <number>`. */
function setting(
  shown: string,
  name: string,
  help: string,
  read: (given: Given) => unknown = last,
): SettingFlag {
  const [flag = '', value] = shown.split(' ')
  const placeholder = value === undefined ? {} : { placeholder: value.slice(1, -1) }
  return { flag, ...placeholder, setting: name, help, read }
}

function last(given: Given): string {
  return String(given.at(-1))
}

function path(given: Given): string {
  return resolve(last(given))
}

/** Anything but a number is left as it is, for the rule to complain about. */
function number(given: Given): number | string {
  const text = last(given)
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text
}

function filters(given: Given): object {
  return { Filters: given.map((Pattern) => ({ Pattern })) }
}

function variables(given: Given): object {
  return { Variables: Object.fromEntries(given.map((pair) => variable(String(pair)))) }
}

function variable(pair: string): [string, string] {
  const at = pair.indexOf('=')
  if (at < 1) throw new UsageError(`--env needs NAME=value, not '${pair}'.`)
  return [pair.slice(0, at), pair.slice(at + 1)]
}
