import { Radio } from 'lucide-react'
import { Button } from '../../design/button.js'
import { EmptyState } from '../../design/empty-state.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { Notice } from '../../design/notice.js'
import { useStreamSwitch } from './use-stream-switch.js'

export interface StreamNoticeProps {
  readonly table: string
  /** Of the stream that is on. */
  readonly viewType: string | undefined
}

const wanted = 'NEW_AND_OLD_IMAGES'

/** Nothing if the stream is as the page needs it. */
export function StreamNotice({ table, viewType }: StreamNoticeProps) {
  const { isBusy, fault, enable } = useStreamSwitch(table)
  const error = fault === undefined ? null : <FaultNotice error={fault} />
  if (viewType === wanted) return error
  if (viewType === undefined) {
    return (
      <>
        {error}
        <EmptyState
          icon={Radio}
          title={`${table} has no stream.`}
          action={
            <Button kind="primary" busy={isBusy} onClick={() => enable(false)}>
              Enable the stream
            </Button>
          }
        >
          Changes are shown as the table’s stream reports them. Enabling it, with new and old
          images, does not touch the items; records are kept for 24 hours.
        </EmptyState>
      </>
    )
  }
  return (
    <>
      {error}
      <Notice
        tone="warn"
        action={
          <Button busy={isBusy} onClick={() => enable(true)}>
            Replace the stream
          </Button>
        }
      >
        The stream has {viewType}, so differences cannot be shown in full. A stream with {wanted}{' '}
        replaces it; programs that read the present one have to follow the new one.
      </Notice>
    </>
  )
}
