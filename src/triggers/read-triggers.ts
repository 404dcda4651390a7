/**
 * Parses the triggers of a configuration: `{ "Triggers": [ … ] }`, the content of a file.
 *
 * It is accepted whole or not at all: a configuration with faults yields the faults, one line each,
 * and no triggers, so a half-correct file never takes effect.
 */
import { dirname, resolve } from 'node:path'
import { parseStreamArn, parseTableArn, type TableArn } from '../model/arn.js'
import { triggersMax } from './limits.js'
import { parseFilterPattern } from './filter-pattern.js'
import {
  isNamed,
  settingRules,
  type SettingName,
  type TriggerSettings,
} from './trigger-settings.js'
import type { Handler, Trigger } from './trigger.js'

export interface TriggersRead {
  readonly triggers: readonly Trigger[]
  readonly faults: readonly string[]
}

/** Paths in it are relative to the folder of the file it came from. */
export function readTriggers(text: string, file: string): TriggersRead {
  const settings = readSettings(text)
  if ('faults' in settings) return { triggers: [], faults: settings.faults }
  const triggers = settings.map((each) => triggerOf(each, dirname(resolve(file))))
  return { triggers, faults: [] }
}

/** The settings as written, or their faults. */
export function readSettings(
  text: string,
): readonly TriggerSettings[] | { readonly faults: readonly string[] } {
  const list = listIn(text)
  if (typeof list === 'string') return { faults: [list] }
  const faults = [...list.flatMap(faultsOf), ...doubles(list)]
  return faults.length > 0 ? { faults } : (list as readonly TriggerSettings[])
}

function listIn(text: string): readonly unknown[] | string {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    return `The configuration is not JSON: ${(error as Error).message}`
  }
  const list: unknown =
    isNamed(json) && Object.keys(json).length === 1 ? json['Triggers'] : undefined
  if (!Array.isArray(list)) return 'The configuration must be { "Triggers": [ … ] }.'
  if (list.length > triggersMax) return `The configuration has more than ${triggersMax} triggers.`
  return list as readonly unknown[]
}

function faultsOf(settings: unknown, i: number): readonly string[] {
  if (!isNamed(settings)) return [`Trigger number ${i + 1} must be an object.`]
  const name = settings['Name']
  const label = typeof name === 'string' ? `Trigger ${name}` : `Trigger number ${i + 1}`
  const faults = Object.entries(settings).flatMap(([member, value]) => {
    if (!isSettingName(member)) return [`${label}: there is no setting ${member}.`]
    const fault = settingRules[member](value)
    return fault === undefined ? [] : [`${label}: ${member} ${fault}${notThis(value)}.`]
  })
  const clash = faults.length > 0 ? undefined : clashOf(settings)
  return clash === undefined ? faults : [`${label}: ${clash}.`]
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingRules, name)
}

function notThis(value: unknown): string {
  if (typeof value === 'string') return `, not ${value.slice(0, 100)}`
  return typeof value === 'number' || typeof value === 'boolean' ? `, not ${value}` : ''
}

function clashOf(settings: Readonly<Record<string, unknown>>): string | undefined {
  const has = (name: SettingName) => settings[name] !== undefined
  if (!has('Name')) return 'Name is missing'
  if (has('Table') === has('EventSourceArn')) return 'give either Table or EventSourceArn'
  if (has('EventSourceArn') && (has('Region') || has('Account'))) {
    return 'Region and Account are in the EventSourceArn already'
  }
  if (has('Module') === has('Url')) return 'give either Module or Url'
  const forModules = [
    'Export',
    'MemorySize',
    'ReservedConcurrentExecutions',
    'Environment',
  ] as const
  const stranger = has('Url') ? forModules.find(has) : undefined
  return stranger && `${stranger} goes with Module only`
}

function doubles(list: readonly unknown[]): readonly string[] {
  const seen = new Set<unknown>()
  return list.flatMap((settings) => {
    const name = isNamed(settings) ? settings['Name'] : undefined
    if (typeof name !== 'string' || !seen.has(name)) {
      seen.add(name)
      return []
    }
    return [`Trigger ${name}: there is another one of that name.`]
  })
}

function triggerOf(settings: TriggerSettings, folder: string): Trigger {
  const arn = settings.EventSourceArn
  const destination = settings.DestinationConfig?.OnFailure?.Destination
  return {
    name: settings.Name,
    enabled: settings.Enabled ?? true,
    table: tableOf(settings),
    label: arn === undefined ? undefined : parseStreamArn(arn)?.label,
    handler: handlerOf(settings, folder),
    startingPosition: settings.StartingPosition ?? 'TRIM_HORIZON',
    batchSize: settings.BatchSize ?? 100,
    windowMs: (settings.MaximumBatchingWindowInSeconds ?? 0) * 1000,
    filters: (settings.FilterCriteria?.Filters ?? []).map((each) =>
      parseFilterPattern(each.Pattern),
    ),
    retriesMax: unlessUnlimited(settings.MaximumRetryAttempts),
    recordAgeMsMax: unlessUnlimited(settings.MaximumRecordAgeInSeconds) * 1000,
    bisects: settings.BisectBatchOnFunctionError ?? false,
    partialAnswers: (settings.FunctionResponseTypes ?? []).length > 0,
    parallelBatches: settings.ParallelizationFactor ?? 1,
    deadLetterFile: destination === undefined ? undefined : resolve(folder, destination),
  }
}

function tableOf({ Table, Region, Account, EventSourceArn }: TriggerSettings): TableArn {
  if (EventSourceArn !== undefined) {
    const { account, region, tableName } = (parseTableArn(EventSourceArn) ??
      parseStreamArn(EventSourceArn))!
    return { account, region, tableName }
  }
  const scope = { account: Account ?? '000000000000', region: Region ?? 'us-east-1' }
  return { ...scope, tableName: Table! }
}

function handlerOf(settings: TriggerSettings, folder: string): Handler {
  // AWS: a function has three seconds and 128 MB by default.
  const timeoutMs = (settings.Timeout ?? 3) * 1000
  if (settings.Url !== undefined) return { kind: 'endpoint', url: settings.Url, timeoutMs }
  return {
    kind: 'module',
    path: resolve(folder, settings.Module!),
    exportName: settings.Export ?? 'handler',
    timeoutMs,
    memoryMb: settings.MemorySize ?? 128,
    processesMax: settings.ReservedConcurrentExecutions ?? 4,
    environment: settings.Environment?.Variables ?? {},
  }
}

/** AWS: -1 means no limit, and is the default. */
function unlessUnlimited(setting: number | undefined): number {
  return setting === undefined || setting === -1 ? Infinity : setting
}
