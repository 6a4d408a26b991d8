"""The shapes that vendors give their tokens: one row each, under the page on which the vendor says so.

A row is tried only where one of its ``marks`` stands in the text, so that a text without marks costs a
substring search per row and no pattern is run. Every pattern is bounded or greedy to its end, none can
backtrack. ``open_end`` shapes may be longer than what was published; the others must end where they end.
"""

from __future__ import annotations

from tenure.screen.pattern import Pattern


class Shape:
    """One vendor's token: ``kind`` of the finding, ``marks`` of which one must be present, its pattern.

    Args:
        name: The last part of its kind.
        marks: The marks, parted by spaces.
        pattern: The pattern.
        exact: Whether it must end where its pattern ends.
        not_after: Characters, beside letters and digits, after which the shape is part of something longer.
    """

    __slots__ = ("kind", "marks", "not_after", "open_end", "pattern")

    def __init__(self, name: str, marks: str, pattern: str, *, exact: bool = False, not_after: str = "") -> None:
        self.kind: str = f"token.{name}"
        self.marks: tuple[str, ...] = tuple(marks.split())
        self.pattern: Pattern = Pattern(pattern)
        self.open_end: bool = not exact
        self.not_after: str = not_after


# fmt: off
SHAPES: tuple[Shape, ...] = (
    # https://developer.1password.com/docs/service-accounts/
    Shape("1password", "ops_eyJ", r"ops_eyJ[A-Za-z0-9+/_=-]{80,}+"),
    # https://io.adafruit.com/api/docs/
    Shape("adafruit", "aio_", r"aio_[A-Za-z0-9]{28}", exact=True),
    # https://age-encryption.org/v1
    Shape("age", "AGE-SECRET-KEY-1", r"AGE-SECRET-KEY-1[0-9A-Z]{58}"),
    # https://airtable.com/developers/web/guides/personal-access-tokens
    Shape("airtable", "pat", r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}"),
    # https://www.alibabacloud.com/help/en/ram/user-guide/create-an-accesskey-pair
    Shape("alibaba", "LTAI", r"LTAI[A-Za-z0-9]{12,26}"),
    # https://docs.anthropic.com/en/api/overview
    Shape("anthropic", "sk-ant-", r"sk-ant-(?:api|admin|oat|ort|sid)[0-9]{2}-[A-Za-z0-9_-]{60,}+"),
    # https://jfrog.com/help/r/jfrog-platform-administration-documentation/access-tokens
    Shape("artifactory", "AKCp cmVmd", r"(?:AKCp[A-Za-z0-9]{60,}+|cmVmdGtuO[A-Za-z0-9]{40,}+|cmVmd[A-Za-z0-9]{59}(?![A-Za-z0-9]))"),
    # https://developers.asana.com/docs/personal-access-token
    Shape("asana", "/", r"[0-9]/[0-9]{14,17}(?:/[0-9]{14,17})?:[0-9a-f]{32}", exact=True),
    # https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/
    Shape("atlassian", "ATATT3x ATCTT3x ATBB", r"(?:AT[AC]TT3x[A-Za-z0-9_=-]{50,}+|ATBB[A-Za-z0-9]{28,}+)"),
    # Theirs are base32; with other digits one is miscopied or made up, which is no reason to keep it.
    # https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
    Shape("aws_access_key", "AKIA ASIA ABIA ACCA",
          r"A(?:KIA|SIA|BIA|CCA)(?:[A-Z2-7]{16}|(?=(?:[A-Z]{0,14}[0-9]){2})[A-Z0-9]{16})", exact=True),
    # https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys.html
    Shape("aws_bedrock", "ABSK bedrock-api-key-",
           r"(?:ABSK[A-Za-z0-9+/]{100,}+={0,2}|bedrock-api-key-[A-Za-z0-9+/]{40,}+={0,2})"),
    # https://learn.microsoft.com/en-us/purview/sit-defn-client-secret-api-key
    Shape("azure_client", "Q~", r"[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}", exact=True),
    # https://learn.microsoft.com/en-us/azure/devops/organizations/accounts/use-personal-access-tokens-to-authenticate
    Shape("azure_devops", "AZDO", r"[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}", exact=True),
    # https://learn.microsoft.com/en-us/azure/storage/common/storage-account-keys-manage
    Shape("azure_storage", "==", r"[A-Za-z0-9+/]{86}==", exact=True, not_after="+/-"),
    # https://buildkite.com/docs/apis/managing-api-tokens
    Shape("buildkite", "bkua_", r"bkua_[0-9a-f]{40}", exact=True),
    # https://circleci.com/docs/managing-api-tokens/
    Shape("circleci", "CCIPAT_ CCIPRJ_", r"CCIP(?:AT|RJ)_[A-Za-z0-9]{20,24}_[0-9a-f]{40}", exact=True),
    # https://github.com/clojars/clojars-web/wiki/Deploy-Tokens
    Shape("clojars", "CLOJARS_", r"CLOJARS_[0-9a-z]{60}", exact=True),
    # https://developers.cloudflare.com/fundamentals/api/get-started/create-token/
    Shape("cloudflare", "cfat_ cfut_ cfk_ v1.0-",
           r"(?:cf(?:at|ut|k)_[A-Za-z0-9]{40}[0-9a-f]{8}|v1\.0-[0-9a-f]{24}-[0-9a-f]{146})"),
    # https://docs.confluent.io/cloud/current/security/authenticate/overview.html
    Shape("confluent", "cflt", r"cflt[A-Za-z0-9+/]{60}", exact=True),
    # https://www.contentful.com/developers/docs/references/authentication/
    Shape("contentful", "CFPAT-", r"CFPAT-[A-Za-z0-9_-]{43}"),
    # https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns
    Shape("crates", "cio", r"cio[A-Za-z0-9]{32}", exact=True),
    # https://docs.databricks.com/aws/en/dev-tools/auth/pat
    Shape("databricks", "dapi dose dkea", r"(?:dapi|dose|dkea)[0-9a-fA-F]{32}(?:-[0-9])?", exact=True),
    # https://api-docs.deepseek.com
    Shape("deepseek", "sk-", r"sk-[0-9a-f]{32}", exact=True),
    # https://docs.digitalocean.com/reference/api/create-personal-access-token/
    Shape("digitalocean", "dop_v1_ doo_v1_ dor_v1_", r"do[por]_v1_[0-9a-f]{64}"),
    # https://discord.com/developers/docs/reference#authentication
    Shape("discord_bot", ".", r"[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}+"),
    # https://discord.com/developers/docs/resources/webhook
    Shape("discord_webhook", "/api/webhooks/", r"discord(?:app)?\.com/api/webhooks/[0-9]{17,20}/[A-Za-z0-9_-]{60,}+"),
    # https://docs.docker.com/security/access-tokens/
    Shape("docker", "dckr_", r"dckr_(?:pat|oat)_[A-Za-z0-9_-]{27,}+"),
    # https://docs.doppler.com/reference/auth-token-formats
    Shape("doppler", "dp.", r"dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}"),
    # https://developers.dropbox.com/oauth-guide
    Shape("dropbox", "sl.", r"sl\.(?:u\.)?[A-Za-z0-9_-]{130,}+"),
    # https://duffel.com/docs/api/overview/making-requests/authentication
    Shape("duffel", "duffel_", r"duffel_(?:test|live)_[A-Za-z0-9_=-]{43}"),
    # https://docs.dynatrace.com/docs/manage/identity-access-management/access-tokens-and-oauth-clients/access-tokens
    Shape("dynatrace", "dt0", r"dt0[a-z][0-9]{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}"),
    # https://docs.easypost.com/docs/authentication
    Shape("easypost", "EZAK EZTK", r"EZ[AT]K[A-Za-z0-9]{54}", exact=True),
    # https://developers.facebook.com/docs/facebook-login/guides/access-tokens/
    Shape("facebook", "EAA |", r"(?:EAA[A-Z][A-Za-z0-9]{90,}+|[0-9]{15,16}\|[A-Za-z0-9_-]{27})"),
    # https://developers.figma.com/docs/rest-api/authentication/
    Shape("figma", "figd_ figu_ figo_", r"fig[duo]_[A-Za-z0-9_-]{38,}+"),
    # https://developer.flutterwave.com/docs/authentication
    Shape("flutterwave", "FLWSECK", r"FLWSECK(?:_TEST)?-[0-9A-Za-z]{12,32}-X"),
    # https://fly.io/docs/security/tokens/
    Shape("flyio", "fo1_ fm1 fm2_", r"(?:fo1_[A-Za-z0-9_-]{43}|fm[12][ar]?_[A-Za-z0-9+/]{100,}+={0,3})"),
    # https://developer.frame.io/docs/getting-started/authentication
    Shape("frameio", "fio-u-", r"fio-u-[A-Za-z0-9_=-]{60,}+"),
    # https://developers.google.com/identity/protocols/oauth2
    Shape("gcp_oauth", "GOCSPX- ya29.", r"(?:GOCSPX-[A-Za-z0-9_-]{28}|ya29\.[A-Za-z0-9_-]{30,}+)"),
    # https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github
    Shape("github", "ghp_ gho_ ghu_ ghs_ ghr_", r"gh[pousr]_[A-Za-z0-9_.-]{36,}+"),
    # https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github
    Shape("github_fine", "github_pat_", r"github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}"),
    # https://docs.gitlab.com/security/tokens/
    Shape("gitlab", "gl", r"gl(?:pat|oas|dt|rt|rtr|cbt|ptt|ft|imt|agent|soat|ffct|wt)-[A-Za-z0-9_.=-]{20,}+"),
    # https://docs.gitlab.com/security/tokens/
    Shape("gitlab_runner", "GR1348941", r"GR1348941[A-Za-z0-9_-]{20}"),
    # https://cloud.google.com/docs/authentication/api-keys
    Shape("google_api", "AIza", r"AIza[A-Za-z0-9_-]{35}", exact=True),
    # https://grafana.com/docs/grafana/latest/administration/service-accounts/
    Shape("grafana", "glsa_ glc_", r"(?:glsa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8}|glc_eyJ[A-Za-z0-9+/]{20,}+={0,2})"),
    # https://console.groq.com/docs/quickstart
    Shape("groq", "gsk_", r"gsk_[A-Za-z0-9]{48,}+"),
    # https://developers.hubspot.com/docs/apps/legacy-apps/private-apps/overview
    Shape("hubspot", "pat-na1- pat-eu1-", r"pat-(?:na|eu)[0-9]-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
    # https://huggingface.co/docs/hub/security-tokens
    Shape("huggingface", "hf_ api_org_", r"(?:hf|api_org)_(?=[a-z]{0,33}[A-Z0-9])[A-Za-z0-9]{34,}+"),
    # https://www.infracost.io/docs/
    Shape("infracost", "ico-", r"ico-[A-Za-z0-9]{32}", exact=True),
    # https://api.intra.42.fr/apidoc/guides/getting_started
    Shape("intra42", "s-s4t2", r"s-s4t2(?:ud|af)-[0-9a-f]{64}"),
    # https://langfuse.com/docs/api-and-data-platform/features/public-api
    Shape("langfuse", "sk-lf- pk-lf-", r"sk-lf-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
    # https://docs.langchain.com/langsmith/create-account-api-key
    Shape("langsmith", "lsv2_", r"lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}"),
    # https://linear.app/developers/graphql
    Shape("linear", "lin_api_ lin_oauth_", r"lin_(?:api|oauth)_[A-Za-z0-9]{40,}+"),
    # https://mailchimp.com/developer/marketing/guides/quick-start/
    Shape("mailchimp", "-us", r"[0-9a-f]{32}-us[0-9]{1,2}", exact=True),
    # https://documentation.mailgun.com/docs/mailgun/api-reference/mg-auth
    Shape("mailgun", "key- pubkey-", r"(?:pub)?key-[0-9a-f]{32}", exact=True),
    # https://docs.mapbox.com/help/dive-deeper/access-tokens/
    Shape("mapbox", "sk.eyJ tk.eyJ", r"[st]k\.eyJ[A-Za-z0-9_-]{30,}+\.[A-Za-z0-9_-]{20,}+"),
    # https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook
    Shape("microsoft_webhook", "webhook.office.com",
           r"webhook\.office\.com/webhookb2/[0-9a-f-]{36}@[0-9a-f-]{36}/IncomingWebhook/[0-9a-f]{32}/[0-9a-f-]{36}"),
    # https://www.mongodb.com/docs/atlas/api/service-accounts-overview/
    Shape("mongodb_atlas", "mdb_sa_sk_", r"mdb_sa_sk_[A-Za-z0-9_-]{40}"),
    # https://docs.netlify.com/api-and-cli-guides/api-guides/get-started-with-api/
    Shape("netlify", "nfp_ nfo_ nfc_ nfu_", r"nf[pocu]_[A-Za-z0-9_-]{36}"),
    # https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/
    Shape("newrelic", "NRAK- NRII- NRRA- NRJS-",
           r"NR(?:AK-[A-Z0-9]{27}|II-[A-Za-z0-9_-]{32}|RA-[0-9a-f]{42})", exact=True),
    # https://developers.notion.com/reference/authentication
    Shape("notion", "ntn_ secret_", r"(?:ntn_[0-9]{11}[A-Za-z0-9]{35}|secret_[A-Za-z0-9]{43})", exact=True),
    # https://github.blog/changelog/2021-09-23-npm-has-a-new-access-token-format/
    Shape("npm", "npm_", r"npm_[A-Za-z0-9]{36}", exact=True),
    # https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns
    Shape("nuget", "oy2", r"oy2[a-z2-7]{43}", exact=True),
    # https://docs.nvidia.com/nim/large-language-models/latest/getting-started.html
    Shape("nvidia", "nvapi-", r"nvapi-[A-Za-z0-9_-]{60,70}"),
    # https://platform.openai.com/docs/api-reference/authentication
    Shape("openai", "T3BlbkFJ", r"sk-(?:[A-Za-z0-9]{1,10}-)?[A-Za-z0-9_-]{20,100}T3BlbkFJ[A-Za-z0-9_-]{20,}+"),
    # https://platform.openai.com/docs/api-reference/authentication
    Shape("openai_project", "sk-proj- sk-svcacct- sk-admin-", r"sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{40,}+"),
    # https://openrouter.ai/docs/api-reference/authentication
    Shape("openrouter", "sk-or-v1-", r"sk-or-v1-[0-9a-f]{64}"),
    # https://docs.redhat.com/en/documentation/openshift_container_platform/4.18/html/authentication_and_authorization/
    Shape("openshift", "sha256~", r"sha256~[A-Za-z0-9_-]{43}", exact=True),
    # https://docs.perplexity.ai/guides/api-key-management
    Shape("perplexity", "pplx-", r"pplx-[A-Za-z0-9]{48,}+"),
    # https://docs.pinecone.io/guides/projects/manage-api-keys
    Shape("pinecone", "pcsk_", r"pcsk_[A-Za-z0-9]{4,8}_[A-Za-z0-9]{50,}+"),
    # https://planetscale.com/docs/api/reference/service-tokens
    Shape("planetscale", "pscale_", r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,}+"),
    # https://learning.postman.com/docs/developer/postman-api/authentication/
    Shape("postman", "PMAK-", r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
    # https://posthog.com/docs/api
    Shape("posthog", "phx_", r"phx_[A-Za-z0-9_]{40,}+"),
    # https://docs.prefect.io/v3/how-to-guides/cloud/manage-users/api-keys
    Shape("prefect", "pnu_ pnb_", r"pn[ub]_[A-Za-z0-9]{36}", exact=True),
    # https://www.pulumi.com/docs/pulumi-cloud/access-management/access-tokens/
    Shape("pulumi", "pul-", r"pul-[0-9a-f]{40}", exact=True),
    # https://packaging.python.org/en/latest/specifications/pypirc/
    Shape("pypi", "pypi-Ag", r"pypi-Ag[A-Za-z0-9_-]{50,}+"),
    # https://docs.readme.com/main/reference/intro/authentication
    Shape("readme", "rdme_", r"rdme_[a-z0-9]{70}"),
    # https://replicate.com/docs/topics/security/api-tokens
    Shape("replicate", "r8_", r"r8_[A-Za-z0-9]{37}", exact=True),
    # https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns
    Shape("rubygems", "rubygems_", r"rubygems_[0-9a-f]{48}", exact=True),
    # https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_access_tokens.htm
    Shape("salesforce", "00D", r"00D[A-Za-z0-9]{12,15}![A-Za-z0-9._]{80,}+"),
    # https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys
    Shape("sendgrid", "SG.", r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}"),
    # https://developers.brevo.com/docs/getting-started
    Shape("sendinblue", "xkeysib-", r"xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}"),
    # https://docs.sentry.io/account/auth-tokens/
    Shape("sentry", "sntrys_ sntryu_", r"sntry(?:s_eyJ[A-Za-z0-9+/=_-]{80,}+|u_[0-9a-f]{64})"),
    # https://docs.goshippo.com/docs/guides_general/authentication/
    Shape("shippo", "shippo_", r"shippo_(?:live|test)_[0-9a-f]{40}"),
    # https://shopify.dev/changelog/length-of-the-shopify-access-token-is-increasing
    Shape("shopify", "shpat_ shpca_ shppa_ shpss_ shpua_", r"shp(?:at|ca|pa|ss|ua)_[A-Za-z0-9]{32,}+"),
    # https://docs.slack.dev/authentication/tokens
    Shape("slack", "xoxb- xoxp- xoxa- xoxr- xoxs- xoxe xapp-",
           r"(?:xox[abprs]-[0-9A-Za-z-]{24,}+|xoxe(?:\.xox[bp])?-[0-9]-[A-Za-z0-9-]{60,}+"
           r"|xapp-[0-9]-[A-Z0-9]{9,}+-[0-9]{10,}+-[0-9a-f]{40,}+)"),
    # https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
    Shape("slack_hook", "hooks.slack.com/",
           r"hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9]{6,14}/[A-Za-z0-9]{6,14}/[A-Za-z0-9/]{16,}+"),
    # https://docs.snyk.io/snyk-api/authentication-for-api
    Shape("snyk", "snyk_", r"snyk_(?:uat|sat)\.[0-9a-f]{8}\.[A-Za-z0-9_.-]{30,}+"),
    # https://docs.sonarsource.com/sonarqube-server/latest/user-guide/managing-tokens/
    Shape("sonarqube", "squ_ sqp_ sqa_", r"sq[upa]_[0-9a-f]{40}", exact=True),
    # https://sourcegraph.com/docs/cli/how-tos/creating-an-access-token
    Shape("sourcegraph", "sgp_ slk_", r"(?:sgp_(?:local_|[0-9a-fA-F]{16}_)?[0-9a-fA-F]{40}|slk_[0-9a-f]{64})"),
    # https://developer.squareup.com/docs/build-basics/access-tokens
    Shape("square", "sq0 EAAA", r"(?:sq0(?:atp|csp)-[A-Za-z0-9_-]{22,43}|EAAA[A-Za-z0-9_-]{60})", exact=True),
    # https://docs.stripe.com/keys
    Shape("stripe", "sk_live_ rk_live_ sk_test_ rk_test_ whsec_",
           r"(?:[rs]k_(?:live|test)_[A-Za-z0-9]{16,}+|whsec_[A-Za-z0-9+/]{32,}+)"),
    # https://supabase.com/docs/guides/api/api-keys
    Shape("supabase", "sbp_ sb_secret_", r"(?:sbp_(?:oauth_)?[0-9a-f]{40}|sb_secret_[A-Za-z0-9_-]{22,}+)"),
    # https://tailscale.com/kb/1277/key-prefixes
    Shape("tailscale", "tskey-", r"tskey-[a-z]{2,12}-[A-Za-z0-9]{8,20}-[A-Za-z0-9]{20,}+"),
    # https://core.telegram.org/bots/api#authorizing-your-bot
    Shape("telegram_bot", ":A", r"[0-9]{8,10}:A[A-Za-z0-9_-]{34}", exact=True),
    # https://developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens
    Shape("terraform", ".atlasv1.", r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{60,}+"),
    # https://www.twilio.com/docs/iam/api-keys
    Shape("twilio", "SK", r"SK[0-9a-f]{32}", exact=True),
    # https://www.typeform.com/developers/get-started/personal-access-token/
    Shape("typeform", "tfp_", r"tfp_[A-Za-z0-9_.=-]{40,}+"),
    # https://developer.hashicorp.com/vault/docs/concepts/tokens
    Shape("vault", "hvs. hvb. hvr.", r"hv[sbr]\.[A-Za-z0-9_-]{24,}+"),
    # https://vercel.com/docs/rest-api#authentication
    Shape("vercel", "vcp_ vci_ vca_ vcr_ vck_", r"vc[piark]_[A-Za-z0-9]{56}"),
    # https://docs.x.ai/docs/overview
    Shape("xai", "xai-", r"xai-[A-Za-z0-9]{70,}+"),
    # https://yandex.cloud/en/docs/iam/concepts/authorization/api-key
    Shape("yandex", "AQVN t1.", r"(?:AQVN[A-Za-z0-9_-]{35,38}|t1\.[A-Z0-9a-z_-]{40,}+=?\.[A-Za-z0-9_-]{86})"),
)
# fmt: on
