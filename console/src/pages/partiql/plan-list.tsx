import { KeyRound, ListTree, PencilLine, TriangleAlert } from 'lucide-react'
import { classNames } from '../../design/class-names.js'
import type { StatementPlan } from './plan.js'
import { planText } from './plan-text.js'

export interface PlanListProps {
  readonly plans: readonly StatementPlan[]
  /** The one at the cursor. */
  readonly current: StatementPlan | undefined
}

/** What each statement will do, before it is run. */
export function PlanList({ plans, current }: PlanListProps) {
  return (
    <ol className="partiql-plans" aria-label="Plan">
      {plans.map((plan, at) => (
        <li
          key={at}
          className={classNames('partiql-plan', plan === current && 'partiql-plan-current')}
        >
          <span className="partiql-plan-number">{at + 1}</span>
          <PlanWords plan={plan} />
        </li>
      ))}
    </ol>
  )
}

export function PlanWords({ plan }: { readonly plan: StatementPlan }) {
  const { explanation, table, isWrite, fault } = plan
  if (fault !== undefined) return <span className="partiql-plan-fault">{fault}</span>
  if (explanation === undefined) return <span>{unknownText(table, isWrite)}</span>
  const { line, cost, notes, isScan } = planText(explanation)
  const Icon = isScan ? TriangleAlert : isWrite ? PencilLine : iconOf(explanation.access)
  return (
    <div className={classNames('partiql-plan-words', isScan && 'partiql-plan-scan')}>
      <span className="partiql-plan-line">
        <Icon aria-hidden size={14} /> {line}
      </span>
      <span className="partiql-plan-cost">{cost}</span>
      {notes.map((note) => (
        <span key={note} className="partiql-plan-note">
          {note}
        </span>
      ))}
    </div>
  )
}

function iconOf(access: string) {
  return access === 'Get' ? KeyRound : ListTree
}

function unknownText(table: string | undefined, isWrite: boolean): string {
  if (table !== undefined) return `No table ${table} here.`
  return isWrite ? 'A write that is not complete yet.' : 'Not complete yet.'
}
