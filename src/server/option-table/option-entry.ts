/** What is known of each option. */
import type { GrammeOptions, OptionName } from '../gramme-options.js'
import type { OptionRule } from './option-rules.js'

export interface OptionEntry<T> {
  readonly rule: OptionRule<T>
  readonly default?: T
  /** The help shows this instead of the default. */
  readonly shownDefault?: string
  /** What the help calls its value; a switch has none. */
  readonly placeholder?: string
  readonly help: string
}

export type OptionTable = {
  readonly [N in OptionName]-?: OptionEntry<Required<GrammeOptions>[N]>
}
