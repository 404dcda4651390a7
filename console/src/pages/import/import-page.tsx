/** Files into a table: chosen, mapped, tried, written. */
import { useState } from 'react'
import { FaultNotice } from '../../design/fault-notice.js'
import { Skeleton } from '../../design/skeleton.js'
import { tableKeysOf } from '../../editor/table-keys.js'
import { Page } from '../../frame/page.js'
import { useTableDescription } from '../../frame/queries.js'
import { TableHeader } from '../../frame/table-header.js'
import { usePlace } from '../../routes/place.js'
import { FilePicker } from './file-picker.js'
import { ImportFiles } from './import-files.js'
import './import-page.css'
import { readSample, type FileSample } from './read-sample.js'

interface Chosen {
  readonly files: readonly File[]
  readonly sample: FileSample
}

export function ImportPage() {
  const { table = '' } = usePlace()
  const { data, error } = useTableDescription(table)
  const [chosen, setChosen] = useState<Chosen>()
  const [fault, setFault] = useState<unknown>()
  const keys = data === undefined ? undefined : tableKeysOf(data)

  const pick = (files: readonly File[]) => {
    const [first] = files
    if (first === undefined || keys === undefined) return
    setFault(undefined)
    readSample(first, keys.attributes).then(
      (sample) => setChosen({ files, sample }),
      (caught: unknown) => setFault(caught),
    )
  }
  return (
    <Page title={`${table} · import`}>
      <TableHeader table={table} />
      {error !== null && data === undefined && <FaultNotice error={error} />}
      {data === undefined && error === null && <Skeleton rows={4} />}
      {keys !== undefined && (
        <div className="import">
          {fault !== undefined && <FaultNotice error={fault} />}
          {chosen === undefined ? (
            <FilePicker onPick={pick} />
          ) : (
            <ImportFiles
              key={chosen.files.map(({ name, lastModified }) => `${name} ${lastModified}`).join()}
              keys={keys}
              files={chosen.files}
              sample={chosen.sample}
              onCancel={() => setChosen(undefined)}
            />
          )}
        </div>
      )}
    </Page>
  )
}
