import { Button } from '../../design/button.js'
import { Dialog } from '../../design/dialog.js'
import { countOf } from '../../design/format.js'
import { PlanWords } from './plan-list.js'
import type { StatementPlan } from './plan.js'

export interface ConsentDialogProps {
  /** Those that write, and those that read whole tables. */
  readonly plans: readonly StatementPlan[]
  readonly open: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
}

/** What will be written, or read as a whole, before it happens. */
export function ConsentDialog({ plans, open, onClose, onConfirm }: ConsentDialogProps) {
  const writes = plans.filter(({ isWrite }) => isWrite)
  const isWriting = writes.length > 0
  const action = isWriting ? `Run ${countOf(writes.length, 'write')}` : 'Scan anyway'
  return (
    <Dialog
      title={isWriting ? action : 'Read the whole table'}
      open={open}
      onClose={onClose}
      size="wide"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind={isWriting ? 'danger' : 'primary'} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <ol className="partiql-consent">
        {plans.map((plan, at) => (
          <li key={at}>
            <code className="partiql-consent-text">{plan.text}</code>
            <PlanWords plan={plan} />
          </li>
        ))}
      </ol>
      {!isWriting && (
        <p>
          A page reads at most 1 MB or as many items as the limit says; the estimate is for all of
          them.
        </p>
      )}
    </Dialog>
  )
}
