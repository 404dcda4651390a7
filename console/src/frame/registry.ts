/** What components on the screen offer at the moment: commands of the palette, keys. */
import { useEffect, useRef, useSyncExternalStore } from 'react'

export class Registry<Entry> {
  readonly #groups = new Map<symbol, readonly Entry[]>()
  readonly #listeners = new Set<() => void>()
  #all: readonly Entry[] = []

  readonly watch = (notify: () => void): (() => void) => {
    this.#listeners.add(notify)
    return () => this.#listeners.delete(notify)
  }

  readonly all = (): readonly Entry[] => this.#all

  put(owner: symbol, entries: readonly Entry[]): void {
    this.#groups.set(owner, entries)
    this.#changed()
  }

  drop(owner: symbol): void {
    this.#groups.delete(owner)
    this.#changed()
  }

  /** The latest first: what is nearest to the user wins. */
  #changed(): void {
    this.#all = [...this.#groups.values()].reverse().flat()
    for (const notify of this.#listeners) notify()
  }
}

/** Entries are there as long as the component is. */
export function useRegistration<Entry>(registry: Registry<Entry>, entries: readonly Entry[]): void {
  const owner = useRef(Symbol('registration'))
  useEffect(() => {
    const { current } = owner
    registry.put(current, entries)
    return () => registry.drop(current)
  }, [registry, entries])
}

export function useRegistry<Entry>(registry: Registry<Entry>): readonly Entry[] {
  return useSyncExternalStore(registry.watch, registry.all)
}
