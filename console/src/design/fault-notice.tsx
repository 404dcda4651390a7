import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Fault } from '../api/fault.js'
import { Button } from './button.js'
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
  return (
    <div className="fault" role="alert">
      <TriangleAlert aria-hidden className="fault-icon" size={18} />
      <div className="fault-words">
        <p>
          <strong>{type}</strong> {message}
        </p>
        {children !== undefined && <div className="fault-advice">{children}</div>}
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

function factsOf(error: unknown): Pick<Fault, 'type' | 'message' | 'requestId'> {
  if (error instanceof Fault) return error
  const message = error instanceof Error ? error.message : String(error)
  return { type: 'Error', message, requestId: undefined }
}
