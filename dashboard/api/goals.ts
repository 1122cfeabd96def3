export type GoalType = 'event' | 'page';

export type Goal = {
  id: string;
  /** The UUID of the website. */
  websiteId: string;
  name: string;
  type: GoalType;
  /** The name of an event, or a path in which `*` stands for any characters. */
  match: string;
  createdAt: string;
  archivedAt: string | null;
};

export type GoalDraft = Pick<Goal, 'name' | 'type' | 'match'>;
