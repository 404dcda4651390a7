/** The builder, the results and the item panel of one table. */
import { CodeXml } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ReadSource } from '../../code/key-attributes.js'
import { readRequest } from '../../code/read-request.js'
import type { ReadState } from '../../code/read-state.js'
import { Button, IconButton } from '../../design/button.js'
import { ItemPanel, type PanelSubject } from '../../editor/item-panel.js'
import { useShortcut } from '../../frame/shortcuts.js'
import type { Item } from '../../values/attribute-value.js'
import { sameItem } from '../../values/compare-values.js'
import { ItemsResults } from './items-results.js'
import { parametersOf, withParameters } from './parameters.js'
import { ParametersDialog } from './parameters-dialog.js'
import { QueryBuilder } from './query-builder.js'
import { settledQuery } from './query-draft.js'
import { RequestDialog } from '../../frame/request-dialog.js'
import { SaveMenu } from './save-menu.js'
import { useQueryHistory } from './use-saved-queries.js'
import { useItemsReader } from './use-items-reader.js'
import { useQueryPlace } from './use-query-place.js'

export interface ItemsViewProps {
  readonly table: string
  readonly sources: readonly ReadSource[]
  readonly ttl: string | undefined
}

export function ItemsView({ table, sources, ttl }: ItemsViewProps) {
  const place = useQueryPlace(sources)
  const { draft, setDraft, ran, turn } = place
  const [reader, state] = useItemsReader()
  const { remember } = useQueryHistory(table)
  const [asked, setAsked] = useState<ReadState>()
  const [isShowingCode, setShowingCode] = useState(false)
  const [isDirty, setDirty] = useState(false)
  const [fresh, setFresh] = useState<Exclude<PanelSubject, { itemKey: unknown }>>()
  const sourceOf = (query: ReadState) =>
    sources.find(({ index }) => index === query.index) ?? sources[0]!
  const requestOf = (query: ReadState) => readRequest(query, { table, source: sourceOf(query) })
  const source = sourceOf(ran)
  const keys = useMemo(() => keyNamesOf(sources), [sources])

  useEffect(() => {
    void reader.start(requestOf(ran))
    // The request follows from the address; a run of the same query is another turn.
  }, [reader, turn])

  const run = (query: ReadState) => {
    const names = parametersOf(query)
    if (names.length > 0) return setAsked(query)
    remember({ at: Date.now(), state: settledQuery(query, sourceOf(query)) })
    place.run(query)
  }
  useShortcut('mod+enter', 'Run the query', () => run(draft))
  useShortcut('n', 'New item', () => setFresh({ newItem: {} }))
  const again = useCallback(() => void reader.start(reader.state().request!), [reader])
  const open = useCallback(
    (item: Item) => {
      setFresh(undefined)
      place.open(pick(item, keys))
    },
    [place, keys],
  )
  const close = () => {
    setFresh(undefined)
    place.open(undefined)
  }
  const saved = (row: number | undefined, after: Item | undefined) => {
    if (row !== undefined && after !== undefined) reader.replace(row, after)
    else again()
  }
  const subject: PanelSubject | undefined =
    fresh ?? (place.openKey === undefined ? undefined : { itemKey: place.openKey })
  return (
    <div className="items">
      <div className="items-main">
        <QueryBuilder
          draft={draft}
          sources={sources}
          attributes={state.columns.columns(keys).map(({ name }) => name)}
          isReading={state.phase === 'reading'}
          onChange={setDraft}
          onRun={() => run(draft)}
          onStop={() => reader.stop()}
        >
          <Button onClick={() => setFresh({ newItem: {} })}>New item</Button>
          <SaveMenu
            table={table}
            draft={draft}
            sources={sources}
            onOpen={(query) => {
              setDraft(query)
              run(query)
            }}
          />
          <IconButton
            label="Show as code"
            kind="plain"
            icon={CodeXml}
            onClick={() => setShowingCode(true)}
          />
        </QueryBuilder>
        <ItemsResults
          table={table}
          reader={reader}
          state={state}
          source={source}
          sources={sources}
          tableKeys={keys}
          ttl={ttl}
          mayStep={fresh === undefined && place.openKey !== undefined && !isDirty}
          onOpen={open}
          onDuplicate={(item) => setFresh({ duplicateOf: pick(item, keys) })}
          onFilter={(name) => {
            const filter = { path: quoted(name), operator: '=' as const, values: [{ S: '' }] }
            setDraft({ ...draft, filters: [...draft.filters, filter] })
          }}
          onAgain={again}
        />
      </div>
      {subject !== undefined && (
        <ItemPanel
          {...subject}
          table={table}
          onClose={close}
          onDirty={setDirty}
          onDuplicate={(key) => setFresh({ duplicateOf: key })}
          onSaved={({ before, after }) => {
            const row = before === undefined ? undefined : rowOf(before)
            const isSameKey =
              before !== undefined &&
              after !== undefined &&
              sameItem(pick(before, keys), pick(after, keys))
            saved(row, isSameKey ? after : undefined)
            if (after !== undefined && !isSameKey) open(after)
          }}
        />
      )}
      {isShowingCode && (
        <RequestDialog
          request={requestOf(settledQuery(draft, sourceOf(draft)))}
          onClose={() => setShowingCode(false)}
        />
      )}
      {asked !== undefined && (
        <ParametersDialog
          names={parametersOf(asked)}
          onClose={() => setAsked(undefined)}
          onRun={(given) => {
            setAsked(undefined)
            const filled = withParameters(asked, given)
            remember({ at: Date.now(), state: settledQuery(filled, sourceOf(filled)) })
            place.run(filled)
          }}
        />
      )}
    </div>
  )

  function rowOf(item: Item): number | undefined {
    const key = pick(item, keys)
    for (let row = 0; row < state.items.count; row++) {
      const other = state.items.at(row)
      if (other !== undefined && sameItem(pick(other, keys), key)) return row
    }
    return undefined
  }
}

/** The primary key of the table: its first source. */
function keyNamesOf([table]: readonly ReadSource[]): readonly string[] {
  return [...(table?.partition ?? []), ...(table?.sort ?? [])].map(({ name }) => name)
}

function pick(item: Item, names: readonly string[]): Item {
  return Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(item, name) ? [[name, item[name]!] as const] : [])),
  )
}

/** A name that reads as a path is put in quotes. */
function quoted(name: string): string {
  return /[.[\]"]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name
}
