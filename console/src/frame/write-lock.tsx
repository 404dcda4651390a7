/**
 * On a server that is not this machine, pages change nothing until the user says so. What is locked is the client
 * itself, so no page can forget it.
 */
import { Lock, LockOpen } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { Button } from '../design/button.js'
import { usePreference } from './preferences.js'
import './write-lock.css'

const unlockedMs = 30 * 60_000

export function isThisMachine(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\]|[^.]+\.localhost)(?::\d+)?$/i.test(host)
}

export interface WriteLock {
  readonly isLocked: boolean
  /** Undefined where nothing is ever locked. */
  readonly toggle: (() => void) | undefined
}

const noLock: WriteLock = { isLocked: false, toggle: undefined }

/** `host` is where data is really changed. The answer stays the same object until it changes. */
export function useWriteLock(host: string): WriteLock {
  const [unlockedUntil, setUnlockedUntil] = usePreference(`unlocked.${host}`, 0)
  const [now, setNow] = useState(Date.now)
  const isUnlocked = unlockedUntil > now
  useEffect(() => {
    if (!isUnlocked) return undefined
    const timer = setTimeout(() => setNow(Date.now()), unlockedUntil - Date.now())
    return () => clearTimeout(timer)
  }, [isUnlocked, unlockedUntil])
  const toggle = useCallback(() => {
    setNow(Date.now())
    setUnlockedUntil(isUnlocked ? 0 : Date.now() + unlockedMs)
  }, [isUnlocked, setUnlockedUntil])
  return useMemo(
    () => (isThisMachine(host) ? noLock : { isLocked: !isUnlocked, toggle }),
    [host, isUnlocked, toggle],
  )
}

export interface WriteLockButtonProps {
  readonly host: string
  readonly lock: WriteLock
}

export function WriteLockButton({ host, lock: { isLocked, toggle } }: WriteLockButtonProps) {
  if (toggle === undefined) return null
  return (
    <>
      <span className="production" title={host}>
        PROD {host}
      </span>
      <Button
        kind="ghost"
        icon={isLocked ? Lock : LockOpen}
        onClick={toggle}
        title={isLocked ? 'Allow changes for 30 minutes' : 'Allow no more changes'}
      >
        {isLocked ? 'Read-only' : 'Changes allowed'}
      </Button>
    </>
  )
}
