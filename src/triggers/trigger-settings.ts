/**
 * The settings of a trigger as people write them: the names and ranges of Lambda's
 * CreateEventSourceMapping and CreateFunction, so that settings can be copied from there.
 *
 * Unknown, out-of-range and unsupported settings are refused with one line, never ignored.
 */
import { regionLengthMax } from '../model/limits.js'
import {
  filterPatternsMax,
  functionMemoryMbMax,
  functionMemoryMbMin,
  functionProcessesMax,
  functionTimeoutSecondsMax,
  triggerBatchRecordsMax,
  parallelBatchesMax,
  triggerNameLengthMax,
  triggerRecordAgeSecondsMax,
  triggerRecordAgeSecondsMin,
  triggerRetriesMax,
  triggerWindowSecondsMax,
} from './limits.js'
import { parseStreamArn, parseTableArn } from '../model/arn.js'
import { InvalidPattern, parseFilterPattern } from './filter-pattern.js'

export interface TriggerSettings {
  readonly Name: string
  readonly Table?: string
  readonly Region?: string
  readonly Account?: string
  readonly EventSourceArn?: string
  readonly Module?: string
  readonly Export?: string
  readonly Url?: string
  readonly Enabled?: boolean
  readonly StartingPosition?: 'TRIM_HORIZON' | 'LATEST'
  readonly BatchSize?: number
  readonly MaximumBatchingWindowInSeconds?: number
  readonly ParallelizationFactor?: number
  readonly FilterCriteria?: { readonly Filters?: readonly { readonly Pattern: string }[] }
  readonly MaximumRetryAttempts?: number
  readonly MaximumRecordAgeInSeconds?: number
  readonly BisectBatchOnFunctionError?: boolean
  readonly FunctionResponseTypes?: readonly string[]
  readonly DestinationConfig?: { readonly OnFailure?: { readonly Destination?: string } }
  readonly Timeout?: number
  readonly MemorySize?: number
  readonly ReservedConcurrentExecutions?: number
  readonly Environment?: { readonly Variables?: Readonly<Record<string, string>> }
  readonly TumblingWindowInSeconds?: number
}

export type SettingName = keyof TriggerSettings

/** What is wrong with a value, as the rest of a sentence; undefined if nothing is. */
type Rule = (value: unknown) => string | undefined

const namePattern = new RegExp(`^[A-Za-z0-9_-]{1,${triggerNameLengthMax}}$`)
const regionPattern = new RegExp(`^[a-z0-9-]{1,${regionLengthMax}}$`)

export const settingRules: Readonly<Record<SettingName, Rule>> = {
  Name: matching(namePattern, `1 to ${triggerNameLengthMax} letters, digits, - or _`),
  Table: matching(/^[a-zA-Z0-9_.-]{3,255}$/, 'the name of a table'),
  Region: matching(regionPattern, 'the name of a region'),
  Account: matching(/^\d{12}$/, '12 digits'),
  EventSourceArn: (value) =>
    typeof value === 'string' && (parseTableArn(value) ?? parseStreamArn(value)) !== undefined
      ? undefined
      : 'must be the ARN of a table or of a stream',
  Module: matching(/^[^\0]+$/, 'the path of a module'),
  Export: matching(/^[^\0]+$/, 'the name of an export'),
  Url: (value) => (isHttpUrl(value) ? undefined : 'must be an address, http://… or https://…'),
  Enabled: isSwitch,
  StartingPosition: matching(/^(TRIM_HORIZON|LATEST)$/, 'TRIM_HORIZON or LATEST'),
  BatchSize: wholeNumber(1, triggerBatchRecordsMax),
  MaximumBatchingWindowInSeconds: wholeNumber(0, triggerWindowSecondsMax),
  ParallelizationFactor: wholeNumber(1, parallelBatchesMax),
  FilterCriteria: filterCriteria,
  MaximumRetryAttempts: wholeNumber(-1, triggerRetriesMax),
  MaximumRecordAgeInSeconds: (value) =>
    value === -1
      ? undefined
      : wholeNumber(triggerRecordAgeSecondsMin, triggerRecordAgeSecondsMax)(value),
  BisectBatchOnFunctionError: isSwitch,
  FunctionResponseTypes: (value) =>
    Array.isArray(value) && value.every((each) => each === 'ReportBatchItemFailures')
      ? undefined
      : 'must be [] or ["ReportBatchItemFailures"]',
  DestinationConfig: (value) => {
    const problem = wholeOf(value, 'OnFailure', 'Destination')
    if (problem !== undefined) return problem
    const { OnFailure } = value as { OnFailure?: { Destination?: unknown } }
    return OnFailure?.Destination === undefined ? undefined : deadLetterFile(OnFailure.Destination)
  },
  Timeout: wholeNumber(1, functionTimeoutSecondsMax),
  MemorySize: wholeNumber(functionMemoryMbMin, functionMemoryMbMax),
  ReservedConcurrentExecutions: wholeNumber(1, functionProcessesMax),
  Environment: (value) => wholeOf(value, 'Variables') ?? texts((value as Named)['Variables']),
  TumblingWindowInSeconds: (value) => (value === 0 ? undefined : 'is not supported'),
}

type Named = Readonly<Record<string, unknown>>

function deadLetterFile(value: unknown): string | undefined {
  const isPath = typeof value === 'string' && /^[^\0]+$/.test(value) && !value.startsWith('arn:')
  return isPath ? undefined : 'must have the path of a file as Destination'
}

function filterCriteria(value: unknown): string | undefined {
  const problem = wholeOf(value, 'Filters')
  if (problem !== undefined) return problem
  const filters = (value as Named)['Filters'] ?? []
  if (!Array.isArray(filters) || filters.length > filterPatternsMax) {
    return `must have at most ${filterPatternsMax} Filters`
  }
  for (const [i, filter] of (filters as readonly unknown[]).entries()) {
    const fault = patternFault(filter)
    if (fault !== undefined) return `has a pattern (number ${i + 1}) that ${fault}`
  }
  return undefined
}

function patternFault(filter: unknown): string | undefined {
  const pattern = isNamed(filter) ? filter['Pattern'] : undefined
  if (typeof pattern !== 'string') return 'must have a text named Pattern'
  try {
    parseFilterPattern(pattern)
    return undefined
  } catch (error) {
    if (error instanceof InvalidPattern) return error.message
    throw error
  }
}

/** Checks that a value has no members other than `name`, and that one none other than `inner`. */
function wholeOf(value: unknown, name: string, inner?: string): string | undefined {
  if (!isNamed(value)) return 'must be an object'
  const unknown = Object.keys(value).find((each) => each !== name)
  if (unknown !== undefined) return `has no member ${unknown}`
  return inner === undefined || value[name] === undefined ? undefined : wholeOf(value[name], inner)
}

function texts(value: unknown): string | undefined {
  const fits = isNamed(value) && Object.values(value).every((each) => typeof each === 'string')
  return value === undefined || fits ? undefined : 'must have texts as Variables'
}

export function isNamed(value: unknown): value is Named {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isSwitch(value: unknown): string | undefined {
  return typeof value === 'boolean' ? undefined : 'must be true or false'
}

function isHttpUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  return ['http:', 'https:'].includes(new URL(value).protocol)
}

function matching(pattern: RegExp, text: string): Rule {
  return (value) =>
    typeof value === 'string' && pattern.test(value) ? undefined : `must be ${text}`
}

function wholeNumber(min: number, max: number): Rule {
  return (value) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max
      ? undefined
      : `must be a whole number from ${min} to ${max}`
}
