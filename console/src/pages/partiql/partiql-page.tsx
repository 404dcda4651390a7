/** Statements: written with completion, explained before they are run, answered page by page. */
import { History, Play, Save, Square } from 'lucide-react'
import { useMemo, useState } from 'react'
import { parameterCount } from '../../code/read-statement.js'
import { Button } from '../../design/button.js'
import { EmptyState } from '../../design/empty-state.js'
import { Checkbox, TextInput } from '../../design/inputs.js'
import { Notice } from '../../design/notice.js'
import { PageHeader } from '../../design/page-header.js'
import { Page } from '../../frame/page.js'
import { usePreference } from '../../frame/preferences.js'
import { useShortcut } from '../../frame/shortcuts.js'
import { useFragment } from '../../routes/place.js'
import { StatementEditor } from '../../text/statement-editor.js'
import { ConsentDialog } from './consent-dialog.js'
import { addressTextMax, defaultLimit, statementHistoryMax, savedStatementsMax } from './limits.js'
import { ParameterFields } from './parameter-fields.js'
import { fittingDrafts, type ParameterDraft } from './parameter-draft.js'
import './partiql-page.css'
import { PlanList } from './plan-list.js'
import { needsConsent, type StatementPlan } from './plan.js'
import { RunResults } from './run-results.js'
import { SaveDialog } from './save-dialog.js'
import { ShelfDialog } from './shelf-dialog.js'
import { withEntry, type SavedStatement } from './shelf.js'
import { usePlans } from './use-plans.js'
import { useRuns } from './use-runs.js'
import { useSchema } from './use-schema.js'

const nothing: readonly never[] = []
/** Somebody else's data is not changed by a slip. */
const startsReadOnly = !/^(localhost|127\.|\[::1\])/.test(globalThis.location?.hostname ?? '')

export function PartiqlPage() {
  const [fragment, setFragment] = useFragment()
  const [text, setText] = useState(fragment['s'] ?? '')
  const [cursor, setCursor] = useState(0)
  const [typed, setTyped] = useState<readonly ParameterDraft[]>([])
  const [limitText, setLimitText] = useState(defaultLimit)
  const [isConsistent, setConsistent] = useState(false)
  const [isSelectOnly, setSelectOnly] = usePreference('partiql.select-only', startsReadOnly)
  const [history, setHistory] = usePreference<readonly string[]>('partiql.history', nothing)
  const [saved, setSaved] = usePreference<readonly SavedStatement[]>('partiql.saved', nothing)
  const [dialog, setDialog] = useState<'history' | 'saved' | 'save'>()
  const [asked, setAsked] = useState<readonly StatementPlan[]>([])
  const [refusal, setRefusal] = useState<string>()
  const runs = useRuns()

  const count = parameterCount(text)
  const drafts = useMemo(() => fittingDrafts(typed, count), [typed, count])
  const plans = usePlans(text, drafts)
  const schema = useSchema(plans.flatMap(({ table }) => table ?? []))
  const current = plans.find(({ end }) => cursor < end) ?? plans.at(-1)
  const limit = /^[1-9]\d{0,8}$/.test(limitText) ? Number(limitText) : undefined
  const isLimitWrong = limitText !== '' && limit === undefined

  const start = (chosen: readonly StatementPlan[]) => {
    setAsked([])
    setHistory(withEntry(history, text.trim(), (each) => each, statementHistoryMax))
    setFragment({ s: text.length <= addressTextMax ? text : undefined })
    void runs.run(chosen, { limit, isConsistent })
  }
  const ask = (chosen: readonly StatementPlan[]) => {
    const fault = refusalOf(chosen, isSelectOnly)
    setRefusal(fault)
    if (fault !== undefined || chosen.length === 0 || runs.isRunning) return
    if (chosen.some(needsConsent)) setAsked(chosen)
    else start(chosen)
  }
  const runCurrent = () => ask(current === undefined ? [] : [current])
  useShortcut('mod+enter', 'Run the statement', runCurrent)

  return (
    <Page title="PartiQL">
      <PageHeader
        title="PartiQL"
        actions={
          <>
            <Button icon={History} onClick={() => setDialog('history')}>
              History
            </Button>
            <Button onClick={() => setDialog('saved')}>Saved</Button>
            <Button icon={Save} disabled={text.trim() === ''} onClick={() => setDialog('save')}>
              Save
            </Button>
          </>
        }
      />
      <div className="partiql-editor">
        <StatementEditor
          label="Statements"
          value={text}
          onChange={setText}
          schema={schema}
          onCursor={setCursor}
          onSubmit={runCurrent}
        />
      </div>
      {drafts.length > 0 && <ParameterFields drafts={drafts} onChange={setTyped} />}
      {plans.length > 0 && <PlanList plans={plans} current={current} />}
      <div className="partiql-bar">
        {runs.isRunning ? (
          <Button icon={Square} onClick={runs.stop}>
            Stop
          </Button>
        ) : (
          <Button
            kind="primary"
            icon={Play}
            title="Ctrl+Enter"
            disabled={current === undefined}
            onClick={runCurrent}
          >
            {plans.length > 1 && current !== undefined
              ? `Run statement ${plans.indexOf(current) + 1}`
              : 'Run'}
          </Button>
        )}
        {plans.length > 1 && (
          <Button disabled={runs.isRunning} onClick={() => ask(plans)}>
            Run all {plans.length}
          </Button>
        )}
        <label className="partiql-limit">
          Limit
          <TextInput
            inputMode="numeric"
            value={limitText}
            onChange={setLimitText}
            aria-invalid={isLimitWrong}
          />
        </label>
        <Checkbox checked={isConsistent} onChange={setConsistent}>
          Consistent read
        </Checkbox>
        <Checkbox checked={isSelectOnly} onChange={setSelectOnly}>
          SELECT only
        </Checkbox>
      </div>
      {refusal !== undefined && <Notice tone="warn">{refusal}</Notice>}
      <RunResults {...runs} />
      {runs.runs.length === 0 && text === '' && (
        <EmptyState title="Write a statement, see what it will cost, then run it.">
          <code>SELECT * FROM &quot;Table&quot; WHERE key = &apos;value&apos;</code>
        </EmptyState>
      )}
      <ConsentDialog
        plans={asked.filter(needsConsent)}
        open={asked.length > 0}
        onClose={() => setAsked([])}
        onConfirm={() => start(asked)}
      />
      <ShelfDialog
        title="History"
        emptyText="Nothing was run yet."
        entries={history.map((each) => ({ text: each }))}
        open={dialog === 'history'}
        onClose={() => setDialog(undefined)}
        onChoose={setText}
        onChange={(entries) => setHistory(entries.map((entry) => entry.text))}
      />
      <ShelfDialog
        title="Saved statements"
        emptyText="Nothing is saved yet."
        entries={saved}
        open={dialog === 'saved'}
        onClose={() => setDialog(undefined)}
        onChoose={setText}
        onChange={(entries) => setSaved(entries.flatMap(named))}
      />
      <SaveDialog
        open={dialog === 'save'}
        takenNames={saved.map(({ name }) => name)}
        onClose={() => setDialog(undefined)}
        onSave={(name) =>
          setSaved(withEntry(saved, { name, text }, (each) => each.name, savedStatementsMax))
        }
      />
    </Page>
  )
}

function refusalOf(plans: readonly StatementPlan[], isSelectOnly: boolean): string | undefined {
  if (isSelectOnly && plans.some(({ isWrite }) => isWrite)) {
    return 'SELECT only is on, and a statement writes. Switch it off to run it.'
  }
  return plans.find(({ fault }) => fault !== undefined)?.fault
}

function named({ name, text }: Partial<SavedStatement>): readonly SavedStatement[] {
  return name === undefined || text === undefined ? [] : [{ name, text }]
}
