/**
 * The words and flags of `gramme trigger`. A flag is named after the setting that it sets, and that
 * after Lambda's; what values are allowed is known where the file is read.
 */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { TriggerSettings } from '../triggers/trigger-settings.js'
import type { Environment } from './options.js'
import { UsageError } from './usage-error.js'

const actions = ['add', 'list', 'remove', 'logs'] as const

export interface TriggerCommand {
  readonly action: (typeof actions)[number]
  /** Of `add`, `remove` and `logs`. */
  readonly name: string
  /** The file of triggers. */
  readonly file: string
  /** Of `add`. */
  readonly settings: TriggerSettings
}

const text = { type: 'string' } as const
const flags = {
  triggers: text,
  'data-dir': text,
  table: text,
  region: text,
  account: text,
  'event-source-arn': text,
  module: text,
  export: text,
  url: text,
  'starting-position': text,
  'batch-size': text,
  'maximum-batching-window-in-seconds': text,
  'parallelization-factor': text,
  'maximum-retry-attempts': text,
  'maximum-record-age-in-seconds': text,
  timeout: text,
  'memory-size': text,
  'reserved-concurrent-executions': text,
  'dead-letter-file': text,
  filter: { type: 'string', multiple: true },
  env: { type: 'string', multiple: true },
  'bisect-batch-on-function-error': { type: 'boolean' },
  'report-batch-item-failures': { type: 'boolean' },
  disabled: { type: 'boolean' },
} as const

type Values = ReturnType<typeof parse>['values']

export function readTriggerArguments(
  args: readonly string[],
  environment: Environment,
): TriggerCommand {
  const { values, positionals } = parse(args)
  const [word, name = '', extra] = positionals
  const action = actions.find((each) => each === word)
  if (action === undefined) {
    throw new UsageError('gramme trigger needs one of add, list, remove or logs.')
  }
  const wantsName = action !== 'list'
  if (wantsName !== (name !== '') || extra !== undefined) {
    throw new UsageError(`gramme trigger ${action} takes ${wantsName ? 'one name' : 'no name'}.`)
  }
  const stranger = Object.keys(values).find((each) => each !== 'triggers' && each !== 'data-dir')
  if (action !== 'add' && stranger !== undefined) {
    throw new UsageError(`gramme trigger ${action} takes no --${stranger}.`)
  }
  return { action, name, file: fileOf(values, environment), settings: settingsOf(name, values) }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: glued(args), options: flags, allowPositionals: true })
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('. ')
    throw new UsageError(`${sentence.replace(/\.$/, '')}; see gramme --help.`)
  }
}

/** Limits may be -1, which would be taken for a flag. */
function glued(args: readonly string[]): string[] {
  const words: string[] = []
  for (const word of args) {
    const before = words.at(-1)
    if (/^-\d+$/.test(word) && before?.startsWith('--') === true && !before.includes('=')) {
      words[words.length - 1] = `${before}=${word}`
    } else words.push(word)
  }
  return words
}

function fileOf(values: Values, environment: Environment): string {
  const file = values.triggers ?? environment['GRAMME_TRIGGERS']
  if (file !== undefined && file !== '') return resolve(file)
  const folder = values['data-dir'] ?? environment['GRAMME_DATA_DIR']
  return resolve(
    join(folder === undefined || folder === '' ? 'gramme-data' : folder, 'triggers.json'),
  )
}

/** Only what was given, so that defaults stay where they are. */
function settingsOf(Name: string, values: Values): TriggerSettings {
  const destination = values['dead-letter-file']
  const settings = {
    Name,
    Table: values.table,
    Region: values.region,
    Account: values.account,
    EventSourceArn: values['event-source-arn'],
    Module: values.module && resolve(values.module),
    Export: values.export,
    Url: values.url,
    Enabled: values.disabled === true ? false : undefined,
    StartingPosition: values['starting-position'],
    BatchSize: number(values['batch-size']),
    MaximumBatchingWindowInSeconds: number(values['maximum-batching-window-in-seconds']),
    ParallelizationFactor: number(values['parallelization-factor']),
    FilterCriteria: values.filter && { Filters: values.filter.map((Pattern) => ({ Pattern })) },
    MaximumRetryAttempts: number(values['maximum-retry-attempts']),
    MaximumRecordAgeInSeconds: number(values['maximum-record-age-in-seconds']),
    BisectBatchOnFunctionError: values['bisect-batch-on-function-error'],
    FunctionResponseTypes: values['report-batch-item-failures'] && ['ReportBatchItemFailures'],
    DestinationConfig: destination && { OnFailure: { Destination: resolve(destination) } },
    Timeout: number(values.timeout),
    MemorySize: number(values['memory-size']),
    ReservedConcurrentExecutions: number(values['reserved-concurrent-executions']),
    Environment: values.env && { Variables: Object.fromEntries(values.env.map(variable)) },
  }
  const given = Object.entries(settings).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as unknown as TriggerSettings
}

/** What is no number is left as it is, for the rule to complain about. */
function number(value: string | undefined): number | string | undefined {
  return value !== undefined && /^-?\d{1,15}$/.test(value) ? Number(value) : value
}

function variable(pair: string): [string, string] {
  const at = pair.indexOf('=')
  if (at < 1) throw new UsageError(`--env needs NAME=value, not '${pair}'.`)
  return [pair.slice(0, at), pair.slice(at + 1)]
}
