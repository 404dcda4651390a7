/** All engines, by the name or address that chooses them. A new engine is one more line here. */
import { assert } from '../stdx/assert.js'
import type { EngineDriver } from './driver.js'
import { lmdbDriver } from './lmdb/driver.js'
import { memoryDriver } from './memory/driver.js'
import { postgresDriver } from './postgres/driver.js'

/** The first one is the default. */
export const drivers: readonly EngineDriver[] = [lmdbDriver, memoryDriver, postgresDriver]

export function findDriver(address: string): EngineDriver | undefined {
  return drivers.find((driver) => driver.claims(address))
}

export function requireDriver(address: string): EngineDriver {
  const driver = findDriver(address)
  assert(driver !== undefined, 'an engine has a driver', { address: shownAddress(address) })
  return driver
}

/** An address as it may be repeated to the person who wrote it: without anything secret. */
export function shownAddress(address: string): string {
  if (/^[\w-]*$/.test(address)) return address
  // A mistyped address may hold a password in any place but a scheme.
  const [scheme = ''] = /^(?:[a-z]+:\/\/|postgres(?:ql)?)/i.exec(address) ?? []
  return `${scheme}…`
}
