"""More token shapes, as in `tokens`: model services, developers' platforms, payments, observability.

Where a vendor names a prefix but no length, the pattern asks for no more than the shortest that was seen documented.
"""

from __future__ import annotations

from tenure.screen.tokens import Shape

_UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"

# fmt: off
SERVICE_SHAPES: tuple[Shape, ...] = (
    # https://support.1password.com/secret-key-security/
    Shape("1password_secret_key", "A3-", r"A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{5,6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}", exact=True),
    # https://developer.adobe.com/developer-console/docs/guides/authentication/
    Shape("adobe", "p8e-", r"p8e-[A-Za-z0-9_-]{32}", exact=True),
    # https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_temp_use-resources.html
    Shape("aws_session", "FwoG IQoJ", r"(?:FwoG|IQoJ)[A-Za-z0-9+/]{150,}+={0,2}"),
    # https://authress.io/knowledge-base/docs/authorization/service-clients/secrets-scanning/
    Shape("authress", ".acc", r"(?:sc|ext|scauth|authress)_[A-Za-z0-9]{5,30}\.[A-Za-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[A-Za-z0-9+/_=-]{30,120}"),
    # https://axiom.co/docs/reference/tokens
    Shape("axiom", "xaat- xapt-", rf"xa[ap]t-{_UUID}", exact=True),
    # https://bitwarden.com/help/access-tokens/
    Shape("bitwarden", "0.", rf"0\.{_UUID}\.[A-Za-z0-9]{{30}}:[A-Za-z0-9+/]{{22}}==", not_after="."),
    # https://inference-docs.cerebras.ai/quickstart
    Shape("cerebras", "csk-", r"csk-[a-z0-9]{40,}+"),
    # https://clickhouse.com/docs/cloud/manage/openapi
    Shape("clickhouse", "4b1d", r"4b1d[A-Za-z0-9]{38}", exact=True),
    # https://docs.defined.net/guides/automating-host-creation/
    Shape("defined", "dnkey-", r"dnkey-[A-Z0-9=_-]{26}-[A-Z0-9=_-]{52}"),
    # https://docs.deno.com/deploy/manual/deployctl/
    Shape("deno", "ddp_ ddw_ ddo_", r"dd[pwo]_[A-Za-z0-9]{36}", exact=True),
    # https://elevenlabs.io/docs/api-reference/authentication
    Shape("elevenlabs", "sk_", r"sk_[0-9a-f]{48}", exact=True),
    # https://docs.fireworks.ai/api-reference/introduction
    Shape("fireworks", "fw_", r"fw_(?=[A-Za-z]{0,21}[0-9])[A-Za-z0-9]{22,}+"),
    # https://docs.firecrawl.dev/api-reference/introduction
    Shape("firecrawl", "fc-", r"fc-[0-9a-f]{32}", exact=True),
    # https://docs.gitlab.com/user/profile/active_sessions/
    Shape("gitlab_session", "_gitlab_session=", r"_gitlab_session=[0-9a-z]{32}"),
    # https://developer.gocardless.com/api-reference/
    Shape("gocardless", "live_ sandbox_", r"(?:live|sandbox)_(?=[A-Za-z_-]{0,39}[0-9])[A-Za-z0-9_-]{40}", exact=True,
          not_after="_"),
    # https://developers.google.com/identity/protocols/oauth2
    Shape("gcp_refresh", "1//0", r"1//0[A-Za-z0-9_-]{40,}+"),
    # https://grafana.com/docs/grafana/latest/developers/http_api/auth/
    Shape("grafana_legacy", "eyJrIjoi", r"eyJrIjoi[A-Za-z0-9+/]{60,}+={0,3}"),
    # https://developer.harness.io/docs/platform/automation/api/add-and-manage-api-keys/
    Shape("harness", "pat. sat.", r"[ps]at\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}"),
    # https://devcenter.heroku.com/articles/authentication
    Shape("heroku", "HRKU-", rf"HRKU-(?:{_UUID}|[A-Za-z0-9_-]{{40,}}+)"),
    # https://docs.honeycomb.io/configure/environments/manage-api-keys/
    Shape("honeycomb", "hcaik_ hcbik_ hccik_ hcamk_", r"hc[abc][im]k_[a-z0-9]{58}"),
    # https://jina.ai/embeddings/
    Shape("jina", "jina_", r"jina_[0-9a-f]{32}[A-Za-z0-9_-]{28}"),
    # https://launchdarkly.com/docs/home/account/api
    Shape("launchdarkly", "sdk- api- mob-", rf"(?:sdk|api|mob)-{_UUID}", exact=True),
    # https://docs.cloud.llamaindex.ai/api_key
    Shape("llamacloud", "llx-", r"llx-[A-Za-z0-9]{40,}+"),
    # https://docs.lob.com/#tag/Authentication
    Shape("lob", "live_ test_", r"(?:live|test)_[0-9a-f]{35}", exact=True, not_after="_"),
    # https://logfire.pydantic.dev/docs/how-to-guides/create-write-tokens/
    Shape("logfire", "pylf_v", r"pylf_v[0-9]_(?:us|eu|stagingus|stagingeu)_[A-Za-z0-9]{40,}+"),
    # https://dev.maxmind.com/license-key/
    Shape("maxmind", "_mmk", r"[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk", exact=True),
    # https://docs.mollie.com/reference/authentication
    Shape("mollie", "live_ test_ access_", r"(?:live|test|access)_(?=[A-Za-z]{0,29}[0-9])[A-Za-z0-9]{30}", exact=True,
          not_after="_"),
    # https://neon.com/docs/manage/api-keys
    Shape("neon", "napi_", r"napi_[a-z0-9]{48,}+"),
    # https://ngrok.com/docs/agent/#authtokens
    Shape("ngrok", "2", r"2[0-9A-Za-z]{26}_[0-9A-Za-z]{20,22}", exact=True),
    # https://octopus.com/docs/octopus-rest-api/how-to-create-an-api-key
    Shape("octopus", "API-", r"API-(?=[A-Z]{0,25}[0-9])[A-Z0-9]{26,32}", exact=True),
    # https://developer.okta.com/docs/guides/create-an-api-token/main/
    Shape("okta", "SSWS", r"SSWS\s{1,2}[A-Za-z0-9_-]{40,}+"),
    # https://packagist.com/docs/composer-authentication
    Shape("packagist", "packagist_", r"packagist_[ou][ru]t_[0-9a-f]{60,}+"),
    # https://developer.paddle.com/api-reference/about/api-keys
    Shape("paddle", "pdl_", r"pdl_(?:live|sdbx)_apikey_[a-z0-9]{26}_[A-Za-z0-9]{22}_[A-Za-z0-9]{3}"),
    # https://developer.paypal.com/braintree/docs/guides/extend/oauth/access-tokens
    Shape("paypal", "access_token$", r"access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}"),
    # https://plaid.com/docs/api/tokens/
    Shape("plaid", "access-", rf"access-(?:sandbox|development|production)-{_UUID}", exact=True),
    # https://render.com/docs/api
    Shape("render", "rnd_", r"rnd_[A-Za-z0-9]{32}", exact=True),
    # https://resend.com/docs/dashboard/api-keys/introduction
    Shape("resend", "re_", r"re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}", exact=True),
    # https://docs.runpod.io/get-started/api-keys
    Shape("runpod", "rpa_", r"rpa_[A-Z0-9]{40}[A-Za-z0-9]{0,8}", exact=True),
    # https://www.sanity.io/docs/content-lake/http-auth
    Shape("sanity", "sk", r"sk(?=[A-Za-z]{0,60}[0-9])(?=[0-9a-z]{0,60}[A-Z])[A-Za-z0-9]{120,200}", exact=True),
    # https://console.settlemint.com/documentation/docs/using-platform/dev-tools/api-key/
    Shape("settlemint", "sm_", r"sm_[aps]at_[A-Za-z0-9]{16}", exact=True),
    # https://developers.scalingo.com/index#authentication
    Shape("scalingo", "tk-us-", r"tk-us-[A-Za-z0-9_-]{48}"),
    # https://docs.tavily.com/documentation/api-reference/introduction
    Shape("tavily", "tvly-", r"tvly-(?:(?:dev|prod)-)?[A-Za-z0-9]{32}", exact=True),
    # https://www.tencentcloud.com/document/product/598/34228
    Shape("tencent", "AKID", r"AKID[A-Za-z0-9]{32}", exact=True),
    # https://docs.together.ai/docs/quickstart
    Shape("together", "tgp_v1_", r"tgp_v1_[A-Za-z0-9_-]{40,}+"),
    # https://developer.atlassian.com/cloud/trello/guides/rest-api/api-introduction/
    Shape("trello", "ATTA", r"ATTA[0-9A-Za-z]{60,}+"),
    # https://developer.hashicorp.com/vault/docs/concepts/tokens
    Shape("vault_legacy", "s.", r"s\.(?=[A-Za-z]{0,23}[0-9])(?=[0-9a-z]{0,23}[A-Z])[A-Za-z0-9]{24}", exact=True,
          not_after="._-"),
    # https://docs.wandb.ai/support/find_api_key/
    Shape("wandb", "wandb_v1_", r"wandb_v1_[A-Za-z0-9_]{60,}+"),
    # https://www.zoho.com/accounts/protocol/oauth/web-apps/access-token.html
    Shape("zoho", "1000.", r"1000\.[0-9a-f]{32}\.[0-9a-f]{32}", exact=True, not_after="."),
)
# fmt: on
