/** What the flags of `gramme policy explain` say, wherever the policies are. */
import { holdsList } from '../policies/dynamodb-actions.js'
import type { KeyValue } from '../policies/request-keys.js'
import { textOf, type GivenFlags } from './flags.js'
import { UsageError } from './usage-error.js'

export function requireText(flags: GivenFlags, flag: string): string {
  const text = textOf(flags, flag)
  if (text === undefined) throw new UsageError(`gramme policy explain needs --${flag}.`)
  return text
}

/** A key that is given several times, or that always holds a list, has a list. */
export function keysOf(flags: GivenFlags): ReadonlyMap<string, KeyValue> {
  const keys = new Map<string, KeyValue>()
  for (const pair of (flags.get('key') ?? []).map(String)) {
    const at = pair.indexOf('=')
    if (at < 1) throw new UsageError(`--key needs name=value, not '${pair}'.`)
    const [name, value] = [pair.slice(0, at).toLowerCase(), pair.slice(at + 1)]
    const before = keys.get(name)
    const isList = before !== undefined || holdsList(name)
    keys.set(name, isList ? [...[before ?? []].flat(), value] : value)
  }
  return keys
}
