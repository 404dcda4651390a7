import { FileUp, Plus, Shapes, Table2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../design/button.js'
import { EmptyState } from '../../design/empty-state.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { PageHeader } from '../../design/page-header.js'
import { Skeleton } from '../../design/skeleton.js'
import { Page } from '../../frame/page.js'
import { useToasts } from '../../frame/toasts.js'
import { exampleShop } from '../../modelling/example-shop.js'
import { readWorkbench } from '../../modelling/read-workbench.js'
import { workbenchDate } from '../../modelling/write-workbench.js'
import { useFragment } from '../../routes/place.js'
import { ModelFromTable } from './model-from-table.js'
import { ModelList } from './model-list.js'
import './models-page.css'
import { NewModel } from './new-model.js'
import { useAddModel, useModels } from './use-models.js'

export function ModelsPage() {
  const { data, error, refetch } = useModels()
  // Other pages lead here with a table in mind.
  const [{ table }, setFragment] = useFragment()
  const [dialog, setDialog] = useState<'new' | 'table' | undefined>(
    table === undefined ? undefined : 'table',
  )
  const close = () => {
    setDialog(undefined)
    setFragment({ table: undefined })
  }
  const add = useAddModel()
  const openExample = () => void add(exampleShop(workbenchDate(new Date())))
  return (
    <Page title="Models">
      <PageHeader
        title="Models"
        facts="Designs of tables, kept in this browser. Export a model to keep it in a repository."
        actions={
          <>
            <ImportModel />
            <Button icon={Table2} onClick={() => setDialog('table')}>
              From a table
            </Button>
            <Button kind="primary" icon={Plus} onClick={() => setDialog('new')}>
              New model
            </Button>
          </>
        }
      />
      {error !== null && <FaultNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton />}
      {data?.length === 0 && (
        <EmptyState
          icon={Shapes}
          title="No models yet"
          action={<Button onClick={openExample}>Open the example</Button>}
        >
          A model has entities with key templates, sample items and access patterns, and shows which
          table or index serves each pattern. Model files of NoSQL Workbench can be imported.
        </EmptyState>
      )}
      {data !== undefined && data.length > 0 && <ModelList models={data} />}
      <NewModel open={dialog === 'new'} onClose={close} />
      <ModelFromTable open={dialog === 'table'} table={table} onClose={close} />
    </Page>
  )
}

function ImportModel() {
  const input = useRef<HTMLInputElement>(null)
  const add = useAddModel()
  const toast = useToasts()
  const read = async (file: File) => {
    try {
      const { model, notes } = readWorkbench(await file.text())
      await add(model)
      if (notes.length > 0) toast({ text: summaryOf(notes) })
    } catch (error) {
      toast({ text: error instanceof Error ? error.message : String(error), tone: 'danger' })
    }
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label="Model file"
        className="models-file"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file !== undefined) void read(file)
        }}
      />
      <Button icon={FileUp} onClick={() => input.current?.click()}>
        Import
      </Button>
    </>
  )
}

function summaryOf([first = '', ...more]: readonly string[]): string {
  return more.length === 0 ? first : `${first} And ${more.length} more.`
}
