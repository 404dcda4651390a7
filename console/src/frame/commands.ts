/** What the palette offers beside pages and tables. */
import type { LucideIcon } from 'lucide-react'
import { Registry, useRegistration, useRegistry } from './registry.js'

export interface Command {
  readonly label: string
  readonly group: string
  readonly icon?: LucideIcon
  /** Further words by which it is found. */
  readonly words?: string
  readonly keys?: string
  readonly run: () => void
}

const commands = new Registry<Command>()

/** The list has to stay the same object between renders (`useMemo`). */
export function useCommands(list: readonly Command[]): void {
  useRegistration(commands, list)
}

export function useAllCommands(): readonly Command[] {
  return useRegistry(commands)
}
