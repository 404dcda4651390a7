/** What this browser remembers: small choices, never data of tables or secrets. */
import { useCallback, useSyncExternalStore } from 'react'

const prefix = 'gramme.'
const listeners = new Set<() => void>()
/** Read once each, so that the same value stays the same object. */
const known = new Map<string, unknown>()

export function readPreference<Value>(name: string, initial: Value): Value {
  if (!known.has(name)) known.set(name, stored(name) ?? initial)
  return known.get(name) as Value
}

export function writePreference(name: string, value: unknown): void {
  known.set(name, value)
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {
    // Full or forbidden: it lasts as long as the page.
  }
  for (const notify of listeners) notify()
}

/** `initial` has to be the same value at every call: a constant. */
export function usePreference<Value>(
  name: string,
  initial: Value,
): readonly [Value, (value: Value) => void] {
  const value = useSyncExternalStore(watch, () => readPreference(name, initial))
  const change = useCallback((next: Value) => writePreference(name, next), [name])
  return [value, change]
}

function watch(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

function stored(name: string): unknown {
  try {
    const text = localStorage.getItem(prefix + name)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
