import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Fault, missingRight, type MissingRight } from '../api/fault.js'
import { Button } from './button.js'
import { CopyButton } from './copy-button.js'
import './fault-notice.css'

export interface FaultNoticeProps {
  readonly error: unknown
  readonly onRetry?: () => void
  /** What to do about it, in a line. */
  readonly children?: ReactNode
}

/** An error in the words of the service, which can be selected and searched for. */
export function FaultNotice({ error, onRetry, children }: FaultNoticeProps) {
  const { type, message, requestId } = factsOf(error)
  const right = missingRight(error)
  return (
    <div className="fault" role="alert">
      <TriangleAlert aria-hidden className="fault-icon" size={18} />
      <div className="fault-words">
        <p>
          <strong>{type}</strong> {message}
        </p>
        {children !== undefined && <div className="fault-advice">{children}</div>}
        {right !== undefined && (
          <div className="fault-advice">
            <CopyButton text={() => statementFor(right)} label="Copy policy statement" />
          </div>
        )}
        {requestId !== undefined && <p className="fault-id">Request {requestId}</p>}
      </div>
      {onRetry !== undefined && (
        <Button icon={RotateCw} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

/** What somebody who may change policies can add to one. */
function statementFor({ action, resource = '*' }: MissingRight): string {
  return JSON.stringify({ Effect: 'Allow', Action: action, Resource: resource }, null, 2)
}

function factsOf(error: unknown): Pick<Fault, 'type' | 'message' | 'requestId'> {
  if (error instanceof Fault) return error
  const message = error instanceof Error ? error.message : String(error)
  return { type: 'Error', message, requestId: undefined }
}
