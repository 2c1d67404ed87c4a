import type { RuleTester } from 'oxlint/plugins-dev';

/** The linter names the types of its plugins nowhere but in the signature of its rule tester. */
export type Rule = Exclude<Parameters<RuleTester['run']>[1], { createOnce: unknown }>;
type Visitor = ReturnType<Rule['create']>;
export type Node = Parameters<NonNullable<Visitor['*']>>[0];
export type CallExpression = Extract<Node, { type: 'CallExpression' }>;
export type Scope = ReturnType<Parameters<Rule['create']>[0]['sourceCode']['getScope']>;
