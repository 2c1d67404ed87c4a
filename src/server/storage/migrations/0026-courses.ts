import type { Kysely } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/** The course of an event, its split points, and the conditions: many events are compared without reading their logs. */
export const nameCourses: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    for (const column of ['course', 'conditions', 'points']) {
      await db.schema.alterTable('events').addColumn(column, 'text').execute();
    }
  },
});
