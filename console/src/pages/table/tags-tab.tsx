import { useState } from 'react'
import type { Client } from '../../api/client.js'
import type { Tag } from '../../api/generated/dynamodb-types.js'
import { Button } from '../../design/button.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { Panel } from '../../design/panel.js'
import { Skeleton } from '../../design/skeleton.js'
import { useTags } from '../../frame/table-questions.js'
import { useTableWork } from '../../frame/table-work.js'
import { tagFaultsOf } from './draft-faults.js'
import type { TagDraft } from './table-draft.js'
import type { TableTabProps } from './table-tab.js'
import { tagChanges, type TagChanges } from './tag-changes.js'
import { TagRows } from './tag-rows.js'

export function TagsTab({ table, description }: TableTabProps) {
  const { data, error } = useTags(table)
  const [typed, setTyped] = useState<readonly TagDraft[] | undefined>(undefined)
  const work = useTableWork(table)
  const tags = typed ?? draftsOf(data ?? [])
  const faults = tagFaultsOf(tags)
  const changes = tagChanges(data ?? [], tags)
  const isSame = changes.added.length === 0 && changes.removed.length === 0
  const save = () =>
    work.mutate(
      {
        run: (client) => applyTags(client, description.TableArn ?? '', changes),
        done: `The tags of ${table} are saved.`,
      },
      { onSuccess: () => setTyped(undefined) },
    )
  return (
    <Panel title="Tags">
      {error !== null && <FaultNotice error={error} />}
      {work.error !== null && <FaultNotice error={work.error} />}
      {data === undefined && error === null && <Skeleton rows={2} />}
      {data !== undefined && (
        <>
          <TagRows tags={tags} faults={faults} onChange={setTyped} />
          <div className="table-actions">
            <Button
              kind="primary"
              busy={work.isPending}
              disabled={isSame || Object.keys(faults).length > 0}
              onClick={save}
            >
              Save tags
            </Button>
            <Button disabled={typed === undefined} onClick={() => setTyped(undefined)}>
              Discard
            </Button>
          </div>
        </>
      )}
    </Panel>
  )
}

function draftsOf(tags: readonly Tag[]): readonly TagDraft[] {
  return tags.map(({ Key, Value }, id) => ({ id, key: Key, value: Value }))
}

async function applyTags(
  client: Client,
  ResourceArn: string,
  { added, removed }: TagChanges,
): Promise<void> {
  if (removed.length > 0) {
    await client.call('dynamodb', 'UntagResource', { ResourceArn, TagKeys: removed })
  }
  if (added.length > 0) await client.call('dynamodb', 'TagResource', { ResourceArn, Tags: added })
}
