/**
 * The key of the user, where a server asks for one. It is kept in memory, or in the storage of this tab if the user
 * wants that; it goes nowhere else.
 */
import { useSyncExternalStore } from 'react'
import type { Credentials } from '../api/connection.js'

export interface Session {
  readonly credentials: Credentials
  readonly account: string
  /** Unknown if the endpoint has no STS. */
  readonly arn?: string
  /** Why the server no longer takes the key, in its words. */
  readonly refusal?: string
}

const storageKey = 'gramme.session'
const listeners = new Set<() => void>()
let session: Session | undefined = storedSession()

export function useSession(): Session | undefined {
  return useSyncExternalStore(watchSession, () => session)
}

export function signIn(next: Session, isKept: boolean): void {
  forget()
  if (isKept) {
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(next))
    } catch {
      // Forbidden: it lasts as long as the page.
    }
  }
  change(next)
}

export function signOut(): void {
  forget()
  change(undefined)
}

/** The page stays as it is, with everything that was not saved yet; the user signs in over it. */
export function refuseSession(refusal: string): void {
  if (session === undefined || session.refusal !== undefined) return
  forget()
  change({ ...session, refusal })
}

function change(next: Session | undefined): void {
  session = next
  for (const notify of listeners) notify()
}

function watchSession(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

function forget(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Forbidden: nothing was kept.
  }
}

function storedSession(): Session | undefined {
  try {
    const text = sessionStorage.getItem(storageKey)
    return text === null ? undefined : (JSON.parse(text) as Session)
  } catch {
    return undefined
  }
}
