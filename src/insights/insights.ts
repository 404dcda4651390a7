/** Contributor Insights of a database: settings, counting, reports. */
import type { Scope } from '../model/arn.js'
import type { Clock } from '../stdx/clock.js'
import type { Random } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { insightRulesOf, type InsightRule } from './insight-rules.js'
import {
  changedInsights,
  type InsightsRequest,
  type InsightsSetting,
  type InsightsTarget,
} from './insights-setting.js'
import { InsightsStore } from './insights-store.js'
import { keyReportOf, type KeyReport, type KeyReportRequest } from './key-report.js'
import { KeyTraffic } from './key-traffic.js'

export interface InsightsDependencies {
  readonly engine: Engine
  readonly clock: Clock
  readonly random: Random
  /** How long turning it on or off takes. */
  readonly transitionMs: number
}

export interface FoundRule {
  readonly setting: InsightsSetting
  readonly rule: InsightRule
}

export class Insights {
  readonly traffic: KeyTraffic
  readonly store: InsightsStore
  readonly #clock: Clock
  readonly #transitionMs: number

  constructor({ engine, clock, random, transitionMs }: InsightsDependencies) {
    this.traffic = new KeyTraffic(random)
    this.store = new InsightsStore(engine)
    this.#clock = clock
    this.#transitionMs = transitionMs
  }

  /** This server counts from the next request on; others once they have looked. */
  async change(
    target: InsightsTarget & Pick<InsightsSetting, 'hasSortKey'>,
    request: InsightsRequest,
  ): Promise<InsightsSetting | undefined> {
    const nowMs = this.#clock.now()
    const times = { nowMs, settledFromMs: nowMs + this.#transitionMs }
    const setting = await this.store.change(target, (before) =>
      changedInsights(before, request, target, times),
    )
    await this.readRules()
    return setting
  }

  /** Learns which keys are to be counted. */
  async readRules(): Promise<void> {
    this.traffic.watch(await this.store.list())
  }

  /** Stores the minutes that are over; also the present one, if the server stops. */
  async storeMinutes({ endsNow = false } = {}): Promise<void> {
    const { traffic } = this
    for (const { target, kind, minute } of traffic.finished(this.#clock.now(), endsNow)) {
      await this.store.putMinute(target, kind, traffic.server, minute)
    }
  }

  async findRule(scope: Scope, ruleName: string): Promise<FoundRule | undefined> {
    for (const setting of await this.store.list(scope)) {
      const rule = insightRulesOf(setting).find(({ name }) => name === ruleName)
      if (rule !== undefined) return { setting, rule }
    }
    return undefined
  }

  async report({ setting, rule }: FoundRule, request: KeyReportRequest): Promise<KeyReport> {
    const stored = await this.store.minutes(setting, rule.kind, request)
    const present = this.traffic.present(setting, rule.kind)
    const isAsked = present && present.atMs >= request.fromMs && present.atMs < request.toMs
    return keyReportOf(isAsked ? [...stored, present] : stored, request)
  }
}
