import { LANGUAGE } from '../../domain/language.ts';
import {
  accountDeletedMail,
  invitationMail,
  invitesYou,
  nameFormerHelper,
  passwordChangedMail,
  passwordResetMail,
  verificationMail,
  webhookDisabledMail,
  welcomeMail,
} from './account-mail.ts';
import { confirmationMail, nameStop, newsMail } from './follower-mail.ts';
import { describeNews, describeResults, describeStop } from './news-texts.ts';
import { receiptMail, receiptText, refundMail } from './receipts.ts';
import { describeSeries } from './series-texts.ts';

/** Everything that the server writes to people. Built once for each language, beside the pages. */
export const words = {
  language: LANGUAGE,
  accountDeletedMail,
  confirmationMail,
  describeNews,
  describeResults,
  describeSeries,
  describeStop,
  invitationMail,
  invitesYou,
  nameFormerHelper,
  nameStop,
  newsMail,
  passwordChangedMail,
  passwordResetMail,
  receiptMail,
  receiptText,
  refundMail,
  verificationMail,
  webhookDisabledMail,
  welcomeMail,
};
