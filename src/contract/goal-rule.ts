/** A goal that an owner defined. Reports call a page goal by its name, and an event by the event's own. */
export type GoalRule = {
  /** The public ID. */
  websiteId: string;
  name: string;
  type: 'event' | 'page';
  /** The name of the event; or a path, in which `*` stands for any characters. */
  match: string;
};
