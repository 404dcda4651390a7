import { useState } from 'react'
import { Button } from '../../design/button.js'
import { ConfirmDialog } from '../../design/confirm-dialog.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { Field } from '../../design/field.js'
import { TextArea } from '../../design/inputs.js'
import { Panel } from '../../design/panel.js'
import { Skeleton } from '../../design/skeleton.js'
import { useResourcePolicy } from '../../frame/table-questions.js'
import { useTableWork } from '../../frame/table-work.js'
import { policyFault } from './draft-faults.js'
import type { TableTabProps } from './table-tab.js'

export function AccessTab({ table, description }: TableTabProps) {
  const { data, error } = useResourcePolicy(table)
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const [isRemoving, setRemoving] = useState(false)
  const work = useTableWork(table)
  const stored = data?.policy === undefined ? '' : readable(data.policy)
  const text = typed ?? stored
  const ResourceArn = description.TableArn ?? ''
  const fault = policyFault(text)
  const save = () =>
    work.mutate(
      {
        // Under the revision that was read, so that nobody else's change is lost.
        run: (client) =>
          client.call('dynamodb', 'PutResourcePolicy', {
            ResourceArn,
            Policy: text,
            ExpectedRevisionId: data?.revisionId ?? 'NO_POLICY',
          }),
        done: `The policy of ${table} is saved.`,
      },
      { onSuccess: () => setTyped(undefined) },
    )
  const remove = () =>
    work.mutate(
      {
        run: (client) =>
          client.call('dynamodb', 'DeleteResourcePolicy', {
            ResourceArn,
            ...(data?.revisionId !== undefined && { ExpectedRevisionId: data.revisionId }),
          }),
        done: `${table} has no policy.`,
      },
      {
        onSuccess: () => {
          setTyped(undefined)
          setRemoving(false)
        },
      },
    )
  return (
    <Panel title="Resource policy">
      {error !== null && <FaultNotice error={error} />}
      {work.error !== null && <FaultNotice error={work.error} />}
      {data === undefined && error === null && <Skeleton rows={3} />}
      {data !== undefined && (
        <div className="table-form">
          <Field
            label="Policy"
            hint={stored === '' ? 'The table has no policy.' : `Revision ${data.revisionId ?? ''}`}
            error={fault}
          >
            {(parts) => (
              <TextArea
                {...parts}
                mono
                rows={14}
                placeholder={examplePolicy(ResourceArn)}
                value={text}
                onChange={setTyped}
              />
            )}
          </Field>
          <div className="table-actions">
            <Button
              kind="primary"
              busy={work.isPending}
              disabled={fault !== undefined || text.trim() === '' || text === stored}
              onClick={save}
            >
              Save policy
            </Button>
            {stored === '' && text === '' && (
              <Button onClick={() => setTyped(examplePolicy(ResourceArn))}>
                Start with an example
              </Button>
            )}
            {stored !== '' && <Button onClick={() => setRemoving(true)}>Remove policy</Button>}
          </div>
        </div>
      )}
      <ConfirmDialog
        title={`Remove the policy of ${table}`}
        action="Remove policy"
        open={isRemoving}
        busy={work.isPending}
        onClose={() => setRemoving(false)}
        onConfirm={remove}
      >
        <p>Those who may use the table only by this policy lose access.</p>
      </ConfirmDialog>
    </Panel>
  )
}

function readable(policy: string): string {
  try {
    return JSON.stringify(JSON.parse(policy), null, 2)
  } catch {
    return policy
  }
}

function examplePolicy(arn: string): string {
  const account = arn.split(':')[4] ?? ''
  const statement = {
    Effect: 'Allow',
    Principal: { AWS: `arn:aws:iam::${account}:root` },
    Action: ['dynamodb:GetItem', 'dynamodb:Query'],
    Resource: arn,
  }
  return JSON.stringify({ Version: '2012-10-17', Statement: [statement] }, null, 2)
}
