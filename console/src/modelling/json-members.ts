/** Reading JSON that others wrote: each function gives what fits, and nothing fails on what does not. */
import type { KeptMembers } from './data-model.js'

export function membersOrNone(value: unknown): KeptMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as KeptMembers)
    : {}
}

export function listOrNone(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : []
}

export function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise
}

export function textListOf(value: unknown): readonly string[] {
  return listOrNone(value).filter((each) => typeof each === 'string')
}

/** As a member of its own, if there is anything to keep. */
export function keptOf(
  members: KeptMembers,
  known: readonly string[],
): { readonly kept?: KeptMembers } {
  const kept = withoutMembers(members, known)
  return Object.keys(kept).length === 0 ? {} : { kept }
}

export function withoutMembers(members: KeptMembers, known: readonly string[]): KeptMembers {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !known.includes(name)))
}
