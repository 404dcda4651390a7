/**
 * What every engine must do, as one suite that each engine runs.
 *
 * An engine declares what it supports; where it does not support something, the suite checks that
 * it really does not, so nothing is skipped in silence.
 */
import { describe } from 'node:test'
import type { Engine } from './engine.js'
import { modelSuite } from './engine-model-suite.js'
import { lifeCycleSuite } from './engine-life-cycle-suite.js'
import { readSuite } from './engine-read-suite.js'
import { transactionSuite } from './engine-transaction-suite.js'
import { writeSuite } from './engine-write-suite.js'

export interface Supports {
  /** Data is still there after closing and reopening. */
  readonly persistence: boolean
  /** Transactions that are submitted together commit in the order of submission. */
  readonly order: boolean
  /** Reads that have nothing to wait for are answered at once. */
  readonly readsNow: boolean
  /** Entries are replaced blindly in one commit. */
  readonly replacesAll: boolean
}

/** The store of one test. */
export interface TestStore {
  open(): Promise<Engine>
  /** Removes what closing leaves behind. */
  remove(): Promise<void>
}

export type NewStore = () => Promise<TestStore>

export function engineSuite(name: string, newStore: NewStore, supports: Supports): void {
  describe(`engine ${name}`, () => {
    describe('reads', () => readSuite(newStore, supports))
    describe('transactions', () => transactionSuite(newStore, supports))
    describe('writes', () => writeSuite(newStore, supports))
    describe('life cycle', () => lifeCycleSuite(newStore, supports))
    describe('against a model', () => modelSuite(newStore, supports))
  })
}
