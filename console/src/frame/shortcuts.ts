/**
 * Keys. A single letter acts only outside of inputs, and can be switched off; two letters are pressed one after the
 * other (`g t`); `mod+` is Ctrl, or Command on a Mac.
 */
import { useEffect, useMemo, useRef } from 'react'
import { readPreference } from './preferences.js'
import { Registry, useRegistration, useRegistry } from './registry.js'

export interface Shortcut {
  readonly keys: string
  readonly label: string
  readonly run: () => void
}

const shortcuts = new Registry<Shortcut>()
const sequenceMs = 1200

export function useShortcut(keys: string, label: string, run: () => void): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useRegistration(
    shortcuts,
    useMemo(() => [{ keys, label, run: () => latest.current() }], [keys, label]),
  )
}

export function useShortcuts(): readonly Shortcut[] {
  return useRegistry(shortcuts)
}

/** Used once, by the application. */
export function useShortcutKeys(): void {
  useEffect(() => {
    let first: { readonly key: string; readonly at: number } | undefined
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const key = nameOf(event)
      const isSecond = first !== undefined && event.timeStamp - first.at < sequenceMs
      const names = isSecond ? [`${first!.key} ${key}`, key] : [key]
      first = { key, at: event.timeStamp }
      if (!key.startsWith('mod+') && !mayUseLetters(event)) return
      const found = shortcuts.all().find((shortcut) => names.includes(shortcut.keys))
      if (found === undefined) return
      first = undefined
      event.preventDefault()
      found.run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

function nameOf({ key, ctrlKey, metaKey }: KeyboardEvent): string {
  return ctrlKey || metaKey ? `mod+${key.toLowerCase()}` : key
}

function mayUseLetters({ target, altKey }: KeyboardEvent): boolean {
  if (altKey || !readPreference('letters', true)) return false
  const element = target instanceof HTMLElement ? target : undefined
  return (
    element?.closest(
      'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]',
    ) == null
  )
}
