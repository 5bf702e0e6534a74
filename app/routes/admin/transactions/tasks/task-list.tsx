import { Form, Link, useLocation } from "@remix-run/react";
import { pluralise } from "#app/domain/shared/format.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Details } from "#app/ui/details.tsx";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";
import { IfPermitted } from "../../shared/allowed.tsx";
import { DialogLink } from "../../shared/dialog-link.tsx";
import { RecordMilestone } from "../stages/record-milestone.tsx";
import type { TasksView, TaskView } from "./view.ts";

/** Open tasks that are not folded. */
const SHOWN = 3;

/**
 * Renders what is to do on a matter: the derived next step, questions to firms, tasks, and the
 * documents that customers still have to send.
 */
export function TaskList({ id, tasks }: { id: string; tasks: TasksView }) {
  const { step, open, done, requests, chases } = tasks;
  return (
    <div className="stack" data-gap="s">
      <ul className="task-list">
        {step ? (
          <li>
            <b>Next step</b>: {step}
          </li>
        ) : null}
        {chases.map((chase) => (
          <li key={chase.id}>
            {chase.asked}
            {chase.answer ? `. Answer: ${chase.answer}` : null}
            {chase.by ? ` (${chase.by})` : null}
            {chase.note ? <span className="row-note">“{chase.note}”</span> : null}
            {chase.follow_up ? (
              <span className="row-note">Follow up on {chase.follow_up}</span>
            ) : null}
          </li>
        ))}
        {open.slice(0, SHOWN).map((task) => (
          <Task key={task.id} id={id} task={task} />
        ))}
        {requests.map(({ id: request_id, title, from, due, is_late }) => (
          <li key={request_id}>
            <Link to={paths.admin.transactionTab.documents(id)}>{title}</Link> from the {from}
            <span className="row-note" data-urgency={is_late ? "red" : undefined}>
              {is_late ? "Overdue: " : "Due on "}
              {due}
            </span>
          </li>
        ))}
      </ul>
      {open.length === 0 ? <p className="hint">No open tasks.</p> : null}
      {open.length > SHOWN ? (
        <Details summary={pluralise(open.length - SHOWN, "more open task")}>
          <ul className="task-list">
            {open.slice(SHOWN).map((task) => (
              <Task key={task.id} id={id} task={task} />
            ))}
          </ul>
        </Details>
      ) : null}
      <div className="cluster">
        <DialogLink needs="handle" id="add-task" to={paths.admin.tasks.add(id)}>
          Add task
        </DialogLink>
        <DialogLink
          needs="handle"
          id="add-stage-tasks"
          to={paths.admin.tasks.ofStage(id)}
          kind="quiet"
        >
          Add the tasks of this stage
        </DialogLink>
      </div>
      {done.length > 0 ? (
        <Details summary="Tasks done last">
          <ul className="task-list">
            {done.map((task) => (
              <li key={task.id}>
                {task.title}
                <span className="row-note">Done on {task.done}</span>
                <Mark id={id} task={task} intent="undo" />
              </li>
            ))}
          </ul>
        </Details>
      ) : null}
    </div>
  );
}

function Task({ id, task }: { id: string; task: TaskView }) {
  const { title, due, is_late, assignee, record } = task;
  return (
    <li className="task">
      <div>
        {title}
        <span className="row-note" data-urgency={is_late ? "red" : undefined}>
          {is_late ? "Overdue: " : "Due on "}
          {due}
          {assignee ? `, ${assignee}` : null}
        </span>
        <div className="cluster">
          <DialogLink
            needs="handle"
            id={`edit-task-${task.id}`}
            to={paths.admin.tasks.edit(id, task.id)}
            kind="quiet"
            what={title}
          >
            Edit
          </DialogLink>
          <DialogLink
            needs="handle"
            id={`delete-task-${task.id}`}
            to={paths.admin.tasks.delete(id, task.id)}
            kind="quiet"
            what={title}
          >
            Delete
          </DialogLink>
        </div>
      </div>
      <div className="cluster">
        {record ? <RecordButton id={id} step={record} /> : null}
        <Mark id={id} task={task} intent="done" />
      </div>
    </li>
  );
}

function Mark({ id, task, intent }: { id: string; task: TaskView; intent: "done" | "undo" }) {
  const { pathname } = useLocation();
  return (
    <IfPermitted needs="handle">
      <Form method="post" action={paths.admin.tasks.mark(id, task.id)} preventScrollReset>
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="from" value={pathname} />
        <SubmitButton kind="secondary" size="small">
          {intent === "done" ? "Done" : "Undo"}
          <span className="vh"> {task.title}</span>
        </SubmitButton>
      </Form>
    </IfPermitted>
  );
}

const MILESTONES: Partial<Record<string, Parameters<typeof RecordMilestone>[0]["name"]>> = {
  send_contract_pack: "contract_pack_sent_on",
  raise_enquiries: "enquiries_raised_on",
  answer_enquiries: "enquiries_answered_on",
};

/** Renders the button that records the step that a firm says is done. */
function RecordButton({ id, step }: { id: string; step: string }) {
  const name = MILESTONES[step];
  const { stages, transactionTab } = paths.admin;
  return (
    <IfPermitted needs="handle">
      {name ? (
        <RecordMilestone id={id} name={name} kind="primary" />
      ) : (
        <ButtonLink
          to={step === "prepare_contract_pack" ? stages.packReady(id) : transactionTab.buyers(id)}
          size="small"
        >
          {step === "prepare_contract_pack" ? "Record contract pack ready" : "Record the date"}
        </ButtonLink>
      )}
    </IfPermitted>
  );
}
