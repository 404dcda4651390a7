import { useState } from 'react'
import type { StreamViewType } from '../../api/generated/dynamodb-types.js'
import { Badge } from '../../design/badge.js'
import { Button } from '../../design/button.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { Field } from '../../design/field.js'
import { Select } from '../../design/inputs.js'
import { Facts, Panel } from '../../design/panel.js'
import { useKinesisDestinations } from '../../frame/table-questions.js'
import { useTableWork } from '../../frame/table-work.js'
import { useWorkspace } from '../../frame/workspace.js'
import { paths } from '../../routes/paths.js'
import { Link } from '../../routes/place.js'
import type { TableTabProps } from './table-tab.js'
import { viewTypes } from './view-types.js'

export function StreamTab(props: TableTabProps) {
  const { table, description } = props
  const { region } = useWorkspace()
  const [typed, setTyped] = useState<StreamViewType>('NEW_AND_OLD_IMAGES')
  const work = useTableWork(table)
  const isOn = description.StreamSpecification?.StreamEnabled === true
  const viewType = isOn ? (description.StreamSpecification?.StreamViewType ?? typed) : typed
  const turn = (StreamEnabled: boolean) =>
    work.mutate({
      run: (client) =>
        client.call('dynamodb', 'UpdateTable', {
          TableName: table,
          StreamSpecification: StreamEnabled
            ? { StreamEnabled, StreamViewType: viewType }
            : { StreamEnabled },
        }),
      done: `The stream of ${table} is ${StreamEnabled ? 'on' : 'off'}.`,
    })
  return (
    <div className="table-tab">
      <Panel title="Stream">
        {work.error !== null && <FaultNotice error={work.error} />}
        <div className="table-form">
          <Field label="View type" hint="What a record of a change holds.">
            {(parts) => (
              <Select
                {...parts}
                value={viewType}
                choices={viewTypes}
                disabled={isOn}
                onChange={setTyped}
              />
            )}
          </Field>
          {isOn && <Facts facts={[['Stream ARN', description.LatestStreamArn ?? '']]} />}
          <div className="table-actions">
            <Button
              kind={isOn ? 'plain' : 'primary'}
              busy={work.isPending}
              onClick={() => turn(!isOn)}
            >
              {isOn ? 'Turn stream off' : 'Turn stream on'}
            </Button>
            {isOn && <Link to={paths.table(region, table, 'watch')}>Watch changes</Link>}
          </div>
        </div>
      </Panel>
      <KinesisPanel {...props} />
    </div>
  )
}

function KinesisPanel({ table }: TableTabProps) {
  const { data, error } = useKinesisDestinations(table)
  return (
    <Panel title="Kinesis data streams">
      {error !== null && <FaultNotice error={error} />}
      {data?.length === 0 && <p className="table-note">Changes are sent to no Kinesis stream.</p>}
      {data !== undefined && data.length > 0 && (
        <Facts
          facts={data.map(({ StreamArn = '', DestinationStatus }) => [
            StreamArn,
            <Badge key={StreamArn} tone={DestinationStatus === 'ACTIVE' ? 'ok' : 'neutral'} dot>
              {DestinationStatus}
            </Badge>,
          ])}
        />
      )}
    </Panel>
  )
}
